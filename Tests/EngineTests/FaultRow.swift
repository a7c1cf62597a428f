import FoundationEssentials
import Glibc
import Testing

/// A fault, the kinds of steps that meet it one after the other, and how many of them are left out between two.
///
/// By default a sample is tried; with `ASSETSYNC_FAULTS=all` in the environment every step meets every fault.
struct FaultRow: CustomTestStringConvertible, Sendable {
    let kinds: [String]
    var fault = FaultShim.Fault.kill
    var stride = 1

    static let isWhole = ProcessInfo.processInfo.environment["ASSETSYNC_FAULTS"] == "all"

    /// Steps from one that is tried to the next.
    static func stride(_ sampled: Int) -> Int { isWhole ? 1 : sampled }

    var testDescription: String { "\(fault) before \(kinds.joined(separator: "/"))" }

    var isFullDisk: Bool {
        if case .fail(let errno) = fault { errno == ENOSPC || errno == EDQUOT } else { false }
    }

    private static let kinds = [["rename", "exchange"], ["flush"], ["make"], ["remove"], ["write"]]

    static let kills =
        isWhole
        ? kinds.map { FaultRow(kinds: $0) } : [FaultRow(kinds: kinds.flatMap(\.self), stride: 9)]

    static let failures =
        isWhole
        ? kinds.flatMap { kinds in
            [ENOSPC, EIO, EDQUOT].map { FaultRow(kinds: kinds, fault: .fail($0)) }
        }
        : [
            FaultRow(kinds: kinds.flatMap(\.self), fault: .fail(ENOSPC), stride: 13),
            FaultRow(kinds: kinds.flatMap(\.self), fault: .fail(EIO), stride: 17),
        ]
}

extension Program.Ending {
    /// SQLite does not say why it cannot make one of its own files.
    var isStateUnwritable: Bool { status == 11 && err.contains("cannot write the state database") }
}

extension FaultShim {
    /// Calls `attempt` with the environment of a program that meets the fault at the first step below the root, then at
    /// the next one of the row, until the program has no such step. It also gets words for what is tried.
    ///
    /// Returns how many were met.
    func meet(_ row: FaultRow, _ attempt: ([String: String], String) async throws -> Void) async throws -> Int {
        var (number, met) = (1, 0)
        while true {
            let steps = Steps(kinds: row.kinds, paths: ["root"], number: number)
            let log = "met-\(UInt64.random(in: 0...UInt64.max))"
            try await attempt(
                environment(steps, row.fault, log: log), "\(row.testDescription), step \(number)")
            guard try self.steps(log: log).count >= number else { return met }
            met += 1
            number += row.stride
        }
    }
}
