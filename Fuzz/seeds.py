"""Small archives of every kind, for the fuzzer to begin with. Usage: seeds.py FOLDER"""
import io, os, struct, sys, zipfile


class Pipe(io.RawIOBase):
    """An output that cannot seek: sizes then go into data descriptors."""

    def __init__(self, file):
        self.file = file

    def writable(self):
        return True

    def write(self, data):
        self.file.write(data)
        return len(data)


def archive(name, entries, streamed=False, zip64=False, comment=b"", prefix=b""):
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(prefix)
        with zipfile.ZipFile(Pipe(file) if streamed else file, "w") as out:
            for path, data, mode, method in entries:
                info = zipfile.ZipInfo(path)
                info.external_attr, info.compress_type = mode << 16, method
                info.extra = struct.pack("<HHBl", 0x5455, 5, 1, 1) if mode & 1 else b""
                with out.open(info, "w", force_zip64=zip64) as entry:
                    entry.write(data)
            out.comment = comment


S, D = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
plain = [("index.html", b"hello", 0o100644, D), ("a/b.txt", b"x" * 200, 0o100755, S)]
archive("plain", plain)
archive("streamed", plain, streamed=True)
archive("zip64", plain, zip64=True)
archive("both", plain, streamed=True, zip64=True)
archive("comment", plain, comment=b"PK\5\6 here", prefix=b"#!/bin/sh\n")
archive("tree", [("d/", b"", 0o40555, S), ("d/e", b"1", 0o100444, D), ("l", b"d/e", 0o120777, S), ("m", b"../x", 0o120777, S)])
archive("names", [("\u5173\u5361/1", b"", 0, S), ("a\\b", b"", 0, S), ("./c//d", b"", 0, S)])
archive("large", [("zeros", b"\0" * 300000, 0o100644, D)])
