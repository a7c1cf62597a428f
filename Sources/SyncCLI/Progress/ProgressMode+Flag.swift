extension Flag {
    /// `--progress` of a command that does one thing, with one bar.
    static func progress(apply: @escaping @Sendable (inout Target, ProgressMode) -> Void) -> Self {
        .value(
            "--progress", "WHEN",
            "`auto` draws a bar on a terminal, `always` draws, `never` shows nothing, `json` prints JSON lines on standard "
                + "error"
        ) { apply(&$0, try choice($1)) }
    }
}
