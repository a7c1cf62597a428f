/// Where symlinks lead, found without a file system.
enum LinkTarget {
    /// What Linux takes.
    static let longest: Int64 = 4095
    /// How many links Linux follows in one path.
    static let mostHops = 40
    /// Of all targets of an archive together.
    static let mostBytes = 16 << 20

    /// Not empty, and nothing that would garble a line.
    static func isText(_ target: String) -> Bool {
        !target.isEmpty && !target.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// Proves that the links of an archive stay inside its folder: each target is followed, through other links of the
/// archive too, and must never climb above the top. A target that does not exist is let pass.
struct LinkResolver {
    private let links: [(path: String, target: String)]
    /// A trie of the links' paths: names below a node, by node.
    private var children: [[String: Int]] = [[:]]
    /// The link at a node, by node.
    private var linkAt: [Int: Int] = [:]
    private var resolved: [Int: Place] = [:]

    /// Where a walk stands: components from the top, each with its node, or nil where no link lies below.
    private struct Place {
        var names: [String] = []
        var nodes: [Int?] = []
        var hops = 0
    }

    init(_ links: [(path: String, target: String)]) {
        self.links = links
        for (index, link) in links.enumerated() {
            var node = 0
            for name in link.path.split(separator: "/") { node = addChild(String(name), of: node) }
            linkAt[node] = index
        }
    }

    /// The first link that leaves the folder or leads in a circle.
    mutating func problem() -> (path: String, EntryProblem)? {
        for index in links.indices {
            var following: Set<Int> = []
            do throws(EntryProblem) {
                _ = try resolve(index, following: &following)
            } catch {
                return (links[index].path, error)
            }
        }
        return nil
    }

    private mutating func addChild(_ name: String, of node: Int) -> Int {
        if let child = children[node][name] { return child }
        children.append([:])
        children[node][name] = children.count - 1
        return children.count - 1
    }

    /// Where a link leads in the end. Recursive no deeper than ``LinkTarget/mostHops``.
    private mutating func resolve(_ index: Int, following: inout Set<Int>) throws(EntryProblem) -> Place {
        if let place = resolved[index] { return place }
        let (path, target) = links[index]
        guard following.count < LinkTarget.mostHops, following.insert(index).inserted else {
            throw .linkLoop(target: entryText(target))
        }
        guard target.utf8.first != UInt8(ascii: "/") else { throw .linkLeavesFolder(target: entryText(target)) }
        var place = Place()
        for name in path.split(separator: "/").dropLast() { enter(String(name), &place) }
        for name in target.split(separator: "/") where name != "." {
            if name == ".." {
                guard !place.names.isEmpty else { throw .linkLeavesFolder(target: entryText(target)) }
                place.names.removeLast()
                place.nodes.removeLast()
                continue
            }
            enter(String(name), &place)
            if let node = place.nodes.last ?? nil, let link = linkAt[node] {
                let hops = place.hops
                place = try resolve(link, following: &following)
                place.hops += hops + 1
                guard place.hops <= LinkTarget.mostHops else { throw .linkLoop(target: entryText(target)) }
            }
        }
        following.remove(index)
        resolved[index] = place
        return place
    }

    private func enter(_ name: String, _ place: inout Place) {
        let parent = place.nodes.isEmpty ? 0 : place.nodes[place.nodes.count - 1]
        place.nodes.append(parent.flatMap { children[$0][name] })
        place.names.append(name)
    }
}
