#pragma once

// Signal handlers may call next to nothing, so this one is C: it writes the signal's number to a descriptor.

/// From now on the signal's number is written to `descriptor` as one byte each time it arrives. -1 with errno set on
/// failure. All signals share the last `descriptor` given. The calling thread lets the signal in from now on: a process
/// that is started from a thread of a pool inherits that it is blocked.
///
/// With `stops` set, the second such signal ends the process at once with `exit_status`. One that comes within 250 ms
/// of the first does not count: a terminal and a wrapper such as timeout(1) each deliver the same Ctrl-C.
int linux_watch_signal(int signal, int descriptor, int stops, int exit_status);

/// Does nothing when the signal arrives. Unlike an ignored signal, programs that are started get it as always.
int linux_survive_signal(int signal);

/// Whether the process ignores the signal, as under nohup(1).
int linux_is_ignored(int signal);
