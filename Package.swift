// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "assetsync",
    products: [
        .library(name: "AssetSync", targets: ["SyncCore", "SyncEngine"]),
        .executable(name: "assetsync", targets: ["assetsync"]),
    ],
    targets: [
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "CTOML"),
        .target(name: "CLinux"),
        .target(name: "SyncCore", swiftSettings: [.strictMemorySafety()]),
        .target(name: "SyncPlatform", dependencies: ["SyncCore", "CLinux"]),
        .target(name: "SyncCrypto", dependencies: ["SyncCore", "CCrypto"]),
        .target(name: "SyncTrust", dependencies: ["SyncCore", "SyncCrypto"]),
        .target(name: "SyncTransfer", dependencies: ["SyncCore", "SyncPlatform", "SyncCrypto", "CCurl"]),
        .target(name: "SyncArchive", dependencies: ["SyncCore", "SyncPlatform", "SyncCrypto", "CZlib", "CDeflate"]),
        .target(name: "SyncStore", dependencies: ["SyncCore", "SyncPlatform", "CSQLite"]),
        .target(
            name: "SyncEngine",
            dependencies: [
                "SyncCore", "SyncPlatform", "SyncCrypto", "SyncTrust", "SyncTransfer", "SyncArchive", "SyncStore",
                "CTOML",
            ]
        ),
        .target(
            name: "SyncCLI",
            dependencies: ["SyncCore", "SyncPlatform", "SyncStore", "SyncEngine"],
            swiftSettings: [.strictMemorySafety()]
        ),
        .executableTarget(name: "assetsync", dependencies: ["SyncCLI"]),
        .target(name: "TestSupport", dependencies: ["SyncCore", "SyncPlatform", "CZlib"], path: "Tests/TestSupport"),
        .executableTarget(name: "CLIStage", dependencies: ["SyncCLI", "SyncCore"], path: "Tests/CLIStage"),
        .executableTarget(
            name: "TestProbe", dependencies: ["SyncCore", "SyncPlatform", "SyncStore"], path: "Tests/TestProbe"
        ),
        .testTarget(name: "CoreTests", dependencies: ["SyncCore"]),
        .testTarget(name: "PlatformTests", dependencies: ["SyncCore", "SyncPlatform", "TestSupport", "TestProbe"]),
        .testTarget(
            name: "TrustTests", dependencies: ["SyncCore", "SyncPlatform", "SyncCrypto", "SyncTrust", "TestSupport"]
        ),
        .testTarget(
            name: "ArchiveTests",
            dependencies: ["SyncCore", "SyncPlatform", "SyncCrypto", "SyncArchive", "TestSupport"]
        ),
        .testTarget(
            name: "TransferTests",
            dependencies: ["SyncCore", "SyncPlatform", "SyncCrypto", "SyncTransfer", "TestSupport"]
        ),
        .testTarget(
            name: "StoreTests", dependencies: ["SyncCore", "SyncPlatform", "SyncStore", "TestSupport", "TestProbe"]
        ),
        .testTarget(
            name: "EngineTests",
            dependencies: [
                "SyncEngine", "SyncCore", "SyncPlatform", "SyncCrypto", "SyncTrust", "TestSupport", "assetsync",
            ]
        ),
        .testTarget(
            name: "CLITests",
            dependencies: ["SyncCLI", "SyncCore", "SyncPlatform", "TestSupport", "assetsync", "CLIStage"]
        ),
    ],
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
    guard !["CTOML", "CLinux"].contains(target.name) else { continue }
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .swiftLanguageMode(.v6),
            .treatAllWarnings(as: .error),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
