import Glibc

/// Whether curl hands requests for a server to a proxy: by the configuration, else by the environment.
enum ProxyUse {
    /// As curl decides it (curl(1), "ENVIRONMENT"), but that a network in `no_proxy` (`10.0.0.0/8`) names nobody here: where
    /// the answer is not certain it is yes.
    static func isLikely(for origin: Origin, _ settings: TransferSettings) -> Bool {
        let names = origin.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let proxy = settings.proxy ?? variable(names + ["all_proxy", "ALL_PROXY"]) ?? ""
        return !proxy.isEmpty && !isExempt(origin.host, from: variable(["no_proxy", "NO_PROXY"]) ?? "")
    }

    /// Whether a list for `no_proxy` names the host, or a domain that it belongs to.
    static func isExempt(_ host: String, from list: String) -> Bool {
        guard list != "*" else { return true }
        let host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return list.lowercased().split { $0 == "," || $0 == " " }.contains { entry in
            let name = entry.hasPrefix(".") ? entry.dropFirst() : entry
            return host == name || !name.isEmpty && host.hasSuffix(".\(name)")
        }
    }

    /// The first variable that is set; one that is empty counts.
    private static func variable(_ names: [String]) -> String? {
        for name in names {
            if let value = getenv(name) { return String(cString: value) }
        }
        return nil
    }
}
