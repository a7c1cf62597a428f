import Glibc

/// Whose rights this process has.
public enum CurrentUser {
    public static var isRoot: Bool { geteuid() == 0 }
}
