import SyncCore
import SyncTrust
import Testing

@Suite("Freshness") struct FreshnessTests {
    private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

    private func manifest(_ sequence: Int64? = nil, expires: String? = nil, generated: String? = nil) throws -> Manifest
    {
        Manifest(
            releases: [], sequence: sequence, expires: try expires.map(time), generated: try generated.map(time))
    }

    @Test("a sequence may rise or stay, never fall; a signed manifest cannot leave it out after one that had it")
    func sequences() throws {
        let clock = try time("2026-06-01T00:00:00Z")
        let known = Freshness(sequence: 7)
        for isSigned in [true, false] {
            for sequence: Int64 in [7, 8, .max] {
                let next = try known.accepting(manifest(sequence), isSigned: isSigned, clock: clock)
                #expect(next.sequence == sequence)
            }
            #expect(throws: TrustError.rollback(sequence: 6, last: 7)) {
                try known.accepting(manifest(6), isSigned: isSigned, clock: clock)
            }
        }
        #expect(throws: TrustError.noSequence(last: 7)) {
            try known.accepting(manifest(), isSigned: true, clock: clock)
        }
        #expect(try known.accepting(manifest(), isSigned: false, clock: clock).sequence == 7)
        #expect(try Freshness().accepting(manifest(), isSigned: true, clock: clock).sequence == nil)
    }

    @Test("a clock that stands before a signed time revives nothing")
    func clockInThePast() throws {
        let boot = try time("1970-01-01T00:00:09Z")
        let signed = try time("2026-06-01T00:00:00Z")
        let old = try manifest(expires: "2026-05-31T23:59:59Z")
        #expect(try Freshness().accepting(old, isSigned: true, clock: boot).newestSigned == nil)
        let known = Freshness(newestSigned: signed)
        #expect(throws: TrustError.expired(at: try time("2026-05-31T23:59:59Z"), latest: signed, clock: boot)) {
            try known.accepting(old, isSigned: true, clock: boot)
        }
        #expect(try known.accepting(manifest(expires: "2026-06-01T00:00:00Z"), isSigned: true, clock: boot) == known)
    }

    @Test("only a signed time is remembered, the newest one, and not from a manifest that has expired by its own word")
    func signedTimes() throws {
        let clock = try time("2026-01-01T00:00:00Z")
        let june = try manifest(generated: "2026-06-01T00:00:00Z")
        #expect(try Freshness().accepting(june, isSigned: false, clock: clock).newestSigned == nil)
        let known = try Freshness().accepting(june, isSigned: true, clock: clock)
        #expect(known.newestSigned == (try time("2026-06-01T00:00:00Z")))
        #expect(try known.accepting(manifest(generated: "2026-05-01T00:00:00Z"), isSigned: true, clock: clock) == known)
        #expect(throws: TrustError.self) {
            try known.accepting(
                manifest(expires: "2027-01-01T00:00:00Z", generated: "2099-01-01T00:00:00Z"), isSigned: true,
                clock: clock)
        }
    }

    @Test("a clock far in the future refuses what expires, and nothing else")
    func clockInTheFuture() throws {
        let clock = try time("2199-01-01T00:00:00Z")
        #expect(throws: TrustError.self) {
            try Freshness().accepting(manifest(1, expires: "2036-01-01T00:00:00Z"), isSigned: true, clock: clock)
        }
        #expect(try Freshness().accepting(manifest(1), isSigned: true, clock: clock).sequence == 1)
    }
}
