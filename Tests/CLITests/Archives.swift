import TestSupport

/// Archives that several tests unpack.
enum Archives {
    /// Three files, one of them in a folder.
    static let good = ZipMaker(files: [("a.txt", "new a"), ("b.txt", "new b"), ("img/c.png", "new c")]).bytes()

    /// The same, the last of them with a wrong checksum.
    static let bad: [UInt8] = {
        var zip = ZipMaker(files: [("a.txt", "new a"), ("b.txt", "new b")])
        zip.members.append(ZipMember("img/c.png", "new c").with { $0.central.crc = 1 })
        return zip.bytes()
    }()

    static let link = ZipMaker([ZipMember("a.txt", "new a"), .link("to", to: "a.txt")]).bytes()
}

/// For `sh`: prints every file of a folder with its content, every link with its target, in order.
let tell = #"""
    tell() { (cd "$1" && find . -mindepth 1 | LC_ALL=C sort | while read -r f; do
        if [ -L "$f" ]; then echo "$f -> $(readlink "$f")"
        elif [ -f "$f" ]; then echo "$f: $(cat "$f")"
        else echo "$f/"; fi
    done); }

    """#
