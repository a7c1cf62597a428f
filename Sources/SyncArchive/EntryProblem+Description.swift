import SyncCore

extension EntryProblem {
    /// What follows the entry's name in a sentence.
    var description: String {
        switch self {
        case .emptyName: "the name is empty"
        case .nameTooLong(let bytes): "a part of the name has \(bytes) bytes, more than \(EntryPath.longestName)"
        case .pathTooLong(let bytes): "the path has \(bytes) bytes, more than \(EntryPath.longestPath)"
        case .controlCharacter(let value):
            value == 0
                ? "the name contains a NUL"
                : "the name contains the control character U+\(String(value, radix: 16, uppercase: true))"
        case .absolutePath: "the path is absolute"
        case .drivePath: "the path begins with a drive letter"
        case .leavesFolder: "the path leaves the destination through `..`"
        case .notUTF8: "the name is said to be UTF-8 but is not"
        case .notInEncoding(let name): "the name is not valid in the encoding `\(name)`"
        case .duplicate: "the name occurs twice"
        case .fileAndFolder(let other): "`\(other)` would be a file and a folder at once"
        case .belowLink(let link): "it lies below the symlink `\(link)`"
        case .overlap(let other): "its bytes overlap \(other.map { "those of `\($0)`" } ?? "what follows them")"
        case .device(let mode): "it is a device, pipe or socket (mode \(String(mode, radix: 8)))"
        case .hardLink: "it is a hard link or a device"
        case .kindDisagrees: "its name and its mode disagree on what it is"
        case .folderWithData(let size): "a folder with \(size) bytes of data"
        case .linkTargetTooLong(let size): "the symlink's target has \(size) bytes, more than \(LinkTarget.longest)"
        case .linkTargetInvalid: "the symlink's target is empty or no valid text"
        case .linkLeavesFolder(let target): "the symlink's target `\(target)` leaves the destination"
        case .linkLoop(let target): "the symlink to `\(target)` leads in a circle"
        case .extraFieldCut(let id, let size, let available):
            "the extra field 0x\(String(id, radix: 16)) of \(size) bytes runs past the \(available) that are left"
        case .otherDisk(let disk): "it is on disk \(disk) of a split (multi-disk) archive, which is not supported"
        case .zip64Missing: "its zip64 values are missing"
        case .outside(let offset, let limit):
            "its bytes from \(offset) on do not lie within the \(limit) bytes before the central directory"
        case .storedSizes(let packed, let unpacked):
            "it is stored, but \(packed) packed bytes are not \(unpacked) unpacked ones"
        case .localHeaderMissing: "there is no local header where the directory says"
        case .localDiffers(let what): "the local header's \(what) from the directory's"
        case .descriptorDiffers: "the data descriptor differs from the directory"
        case .method(let value): "compression \(CompressionMethod.describe(value)) is not supported"
        case .patched: "compressed patch data is not supported"
        case .strongEncryption: "strong encryption is not supported"
        case .maskedHeader: "an encrypted central directory is not supported"
        case .aesHeader: "the AES header is missing or damaged"
        case .passwordRequired: "it is encrypted and a password is required"
        case .wrongPassword: "wrong password"
        case .wrongPasswordOrDamaged: "wrong password, or the data is damaged"
        case .notAuthentic: "authentication failed: the encrypted data was damaged or changed"
        case .corruptData: "the compressed data is corrupt"
        case .unusedBytes(let count): "\(count) bytes are left over after the compressed data"
        case .tooMuchData(let expected): "it unpacks to more than the \(expected) bytes that the directory says"
        case .tooLittleData(let expected, let found): "it unpacks to \(found) bytes, the directory says \(expected)"
        case .checksum(let expected, let found):
            "checksum mismatch: CRC-32 \(hexText(found)), the directory says \(hexText(expected))"
        }
    }
}

private func hexText(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
}
