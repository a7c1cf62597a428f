import SyncCore

/// What is wrong with one entry.
public enum EntryProblem: Error, Equatable {
    // Names
    case emptyName
    case nameTooLong(bytes: Int)
    case pathTooLong(bytes: Int)
    case controlCharacter(UInt32)
    case absolutePath
    case drivePath
    case leavesFolder
    case notUTF8
    case notInEncoding(String)
    // Conflicts
    case duplicate
    case fileAndFolder(String)
    case belowLink(String)
    case overlap(String?)
    // Kinds
    case device(UInt32)
    case hardLink
    case kindDisagrees
    case folderWithData(Int64)
    case linkTargetTooLong(Int64)
    case linkTargetInvalid
    case linkLeavesFolder(target: String)
    case linkLoop(target: String)
    // Headers
    case extraFieldCut(id: UInt16, size: Int, available: Int)
    case zip64Missing
    case otherDisk(UInt32)
    case outside(offset: UInt64, limit: Int64)
    case storedSizes(packed: Int64, unpacked: Int64)
    case localHeaderMissing
    case localDiffers(String)
    case descriptorDiffers
    // Data
    case method(UInt16)
    case patched
    case strongEncryption
    case maskedHeader
    case aesHeader
    case passwordRequired
    case wrongPassword
    case wrongPasswordOrDamaged
    case notAuthentic
    case corruptData
    case unusedBytes(Int64)
    case tooMuchData(expected: Int64)
    case tooLittleData(expected: Int64, found: Int64)
    case checksum(expected: UInt32, found: UInt32)

    /// The last part of the error's code.
    var code: String {
        switch self {
        case .emptyName, .nameTooLong, .pathTooLong, .controlCharacter, .absolutePath, .drivePath, .leavesFolder,
            .notUTF8, .notInEncoding:
            "name"
        case .duplicate, .fileAndFolder, .belowLink: "conflict"
        case .overlap: "overlap"
        case .device, .hardLink, .kindDisagrees, .folderWithData: "kind"
        case .linkTargetTooLong, .linkTargetInvalid, .linkLeavesFolder, .linkLoop: "link"
        case .extraFieldCut, .zip64Missing, .otherDisk, .outside, .storedSizes, .localHeaderMissing, .localDiffers,
            .descriptorDiffers:
            "header"
        case .method, .patched: "method"
        case .strongEncryption, .maskedHeader, .aesHeader: "encryption"
        case .passwordRequired, .wrongPassword, .wrongPasswordOrDamaged, .notAuthentic: "password"
        case .corruptData, .unusedBytes, .tooMuchData, .tooLittleData: "data"
        case .checksum: "checksum"
        }
    }

    var hint: String? {
        switch self {
        case .passwordRequired: "Name a file with the password in `[passwords]`, or use `--password-file`"
        case .wrongPassword, .wrongPasswordOrDamaged: "Check the password file of this game"
        case .notInEncoding: "Set `name_encoding` in `[archive]`, or use `--name-encoding`"
        case .method, .patched, .strongEncryption, .maskedHeader:
            "Make the archive again with the methods `store` or `deflate`"
        default: nil
        }
    }
}
