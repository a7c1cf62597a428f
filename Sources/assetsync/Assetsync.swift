import Glibc
import SyncCLI

@main
struct Assetsync {
    static func main() async {
        exit(await Entry.run(CommandLine.arguments))
    }
}
