import Glibc
import SyncCore
import SyncPlatform

/// Where a site is, from what somebody typed: its address, its folder, or its manifest.
struct SiteAddress: Sendable {
    let manifest: SafeURL
    /// The folder, where it is on this machine.
    let folder: Directory?

    /// Blocks.
    init(_ text: String) throws(ArchiveFailure) {
        if text.contains("://") {
            do throws(URLError) {
                let url = try SafeURL(text)
                let name = url.lastPathComponent
                // `https://host/games` is a folder, `https://host/list.json` is not.
                let isFile = name.contains(".") && !Self.endsInSlash(url)
                manifest = isFile ? url : try Self.manifest(in: url)
            } catch {
                throw ArchiveFailure(error, exit: .someFailed)
            }
            folder = nil
            return
        }
        var (place, name) = (text, SiteFolder.manifestName)
        var opened: Directory?
        do throws(PlatformError) {
            do throws(PlatformError) {
                opened = try Directory(opening: place)
            } catch {
                guard error.isNotAFolder else { throw error }
                // The manifest itself.
                let slash = text.lastIndex(of: "/")
                name = slash.map { String(text[text.index(after: $0)...]) } ?? text
                place = slash.map { $0 == text.startIndex ? "/" : String(text[..<$0]) } ?? "."
                opened = try Directory(opening: place)
            }
        } catch {
            throw ArchiveFailure(
                exit: .someFailed, code: "site.folder",
                summary: "`\(text.printable(limit: 200))` cannot be read: \(error.reason)",
                hint: "Name the site's folder, or its address: `https://cdn.example.com/games/`")
        }
        folder = opened
        do throws(URLError) {
            manifest = try SafeURL(filePath: "\(opened?.realPath ?? "/")/\(name)")
        } catch {
            throw ArchiveFailure(error, exit: .someFailed)
        }
    }

    /// The record of what was published before, beside the manifest.
    var record: SafeURL? { sibling(SiteFolder.recordName) }

    func sibling(_ name: String) -> SafeURL? {
        do throws(URLError) { return try SafeURL(SafeURL.reference(to: name), relativeTo: manifest) } catch {
            return nil
        }
    }

    /// The file in the folder that an address leads to once the folder is served: before it is uploaded, nothing else
    /// is there.
    func local(_ url: SafeURL) -> SafeURL {
        guard let folder, url.scheme != .file else { return url }
        let name = url.lastPathComponent
        do throws(PlatformError) {
            guard let status = try folder.status(name), status.kind == .file else { return url }
        } catch {
            return url
        }
        return sibling(name) ?? url
    }

    private static func endsInSlash(_ url: SafeURL) -> Bool { url.description.hasSuffix("/") }

    private static func manifest(in folder: SafeURL) throws(URLError) -> SafeURL {
        let isSlashed = endsInSlash(folder)
        let last = folder.lastPathComponent
        let reference =
            isSlashed || last.isEmpty
            ? SiteFolder.manifestName : "\(SafeURL.reference(to: last))/\(SiteFolder.manifestName)"
        return try SafeURL(reference, relativeTo: folder)
    }
}
