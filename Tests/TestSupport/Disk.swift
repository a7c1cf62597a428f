import Glibc
public import SyncPlatform

/// A file system of its own, made in a file of the test and mounted in its folder. Needs root and loop devices.
public struct Disk: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case ext4, xfs, btrfs

        /// The smallest that its tool makes without complaint, beside ext4.
        fileprivate var mebibytes: Int { self == .ext4 ? 64 : 320 }
    }

    /// Where it is mounted.
    public let path: String

    /// Whether this machine can mount one; some containers and users cannot.
    public static let isAvailable: Bool = {
        guard geteuid() == 0 else { return false }
        let trial = "/tmp/assetsync-disk-\(getpid())"
        defer { _ = succeeds("umount '\(trial)'; rm -rf '\(trial)' '\(trial).img'") }
        return succeeds(
            "truncate -s 8M '\(trial).img' && mkfs.ext4 -q '\(trial).img' && mkdir '\(trial)' "
                + "&& mount -o loop '\(trial).img' '\(trial)'")
    }()

    private static func succeeds(_ lines: String) -> Bool { (try? Site.shell(lines)) != nil }

    /// Whether the kernel and the tools of this machine can make and mount one of this kind.
    public static func has(_ kind: Kind) -> Bool {
        isAvailable
            && succeeds(
                "PATH=/usr/sbin:/sbin:$PATH; command -v mkfs.\(kind.rawValue) >/dev/null && "
                    + "{ grep -qw \(kind.rawValue) /proc/filesystems || modprobe \(kind.rawValue); }")
    }

    /// Runs `body` with one that is unmounted when it ends.
    public static func mounted<Result>(
        _ kind: Kind, in folder: Directory, _ body: (Disk) async throws -> Result
    ) async throws -> Result {
        let disk = Disk(path: "\(folder.path)/disk")
        let image = "\(folder.path)/disk.img"
        _ = try await Lane("disk").run {
            try Site.shell(
                """
                PATH=/usr/sbin:/sbin:$PATH; set -e
                truncate -s \(kind.mebibytes)M '\(image)'
                mkfs.\(kind.rawValue) -q '\(image)'
                mkdir '\(disk.path)'; mount -o loop '\(image)' '\(disk.path)'
                """)
        }
        // Lazily, for a failed test may have left something open.
        defer { _ = succeeds("umount '\(disk.path)' || umount --lazy '\(disk.path)'; rm -f '\(image)'") }
        return try await body(disk)
    }

    /// Mounts it anew, `ro` or `rw`.
    public func remount(_ mode: String) throws { try Site.shell("mount -o remount,\(mode) '\(path)'") }

    /// Writes a file until no more than so many mebibytes are free.
    public func fill(leaving mebibytes: Int) throws {
        try Site.shell(
            """
            free=$(df --output=avail -k '\(path)' | tail -1)
            fallocate -l $(( (free - \(mebibytes) * 1024) * 1024 )) '\(path)/ballast'
            """)
    }

    /// Removes that file; some file systems give its space back only when asked.
    public func unfill() throws { try Site.shell("rm '\(path)/ballast'; sync -f '\(path)'") }
}
