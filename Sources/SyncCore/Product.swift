/// What the program calls itself: in `--version`, in `status`, to servers.
public enum Product {
    public static let name = "assetsync"
    public static let version = "0.1.0"
}
