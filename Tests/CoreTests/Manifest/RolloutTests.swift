import SyncCore
import Testing

@Suite("Rollout") struct RolloutTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    private func share(_ text: String) throws -> Share { try Share(text) }

    private func position(_ first: String, rest: Character = "0") throws -> Digest {
        let hex = first + String(repeating: rest, count: 64 - first.count)
        return try #require(Digest(.sha256, hex: hex))
    }

    @Test("a machine takes part when its position is below the share, exactly")
    func border() throws {
        // 25 % of 2^256 is 0x40 followed by zeros.
        let quarter = Rollout(share: try share("25%"), seed: "")
        #expect(quarter.includes(try position("3f", rest: "f"), at: now))
        #expect(!quarter.includes(try position("40"), at: now))
        // 0.01 % is 0x00068db8bac710cb295e9e1b089a0275254… (2^256 / 10000).
        let least = Rollout(share: try share("0.01%"), seed: "")
        #expect(least.includes(try position("00068db8bac710cb295e9e1b089a0275"), at: now))
        #expect(!least.includes(try position("00068db8bac710cb295e9e1b089a0276"), at: now))
    }

    @Test("nobody takes part in 0 %, everybody in 100 %")
    func ends() throws {
        for digit: Character in "0123456789abcdef" {
            let position = try position("", rest: digit)
            #expect(!Rollout(share: try share("0%"), seed: "").includes(position, at: now))
            #expect(Rollout(share: try share("100%"), seed: "").includes(position, at: now))
        }
    }

    @Test("before the start nobody takes part")
    func start() throws {
        let rollout = Rollout(share: try share("100%"), seed: "", start: now)
        let position = try position("")
        #expect(!rollout.includes(position, at: now.advanced(by: -1)))
        #expect(rollout.includes(position, at: now))
        #expect(rollout.words(at: now.advanced(by: -1)) == "waiting for rollout (100% from 2027-01-15T08:00:00Z on)")
        #expect(Rollout(share: try share("2.5%"), seed: "").words(at: now) == "waiting for rollout (2.5%)")
    }

    @Test("a rollout is read from its entry")
    func reading() throws {
        func rollout(_ json: String) throws -> Rollout? {
            try ManifestText.release(ManifestText.entry(more: #""rollout": \#(json)"#)).rollout
        }
        #expect(
            try rollout(#"{"percent": 12.5, "seed": "s", "start": "2026-01-02T03:04:05Z", "more": 1}"#)
                == Rollout(share: try share("12.5%"), seed: "s", start: Timestamp("2026-01-02T03:04:05Z")))
        #expect(try rollout(#"{"percent": 0, "seed": "", "start": null}"#) == Rollout(share: try share("0%"), seed: ""))
        #expect(try rollout("null") == nil)
    }

    @Test(
        "a rollout that is not one fails its entry",
        arguments: [
            "25", "[]", "{}", #"{"percent": 25}"#, #"{"percent": "25", "seed": "s"}"#,
            #"{"percent": 101, "seed": "s"}"#,
            #"{"percent": -1, "seed": "s"}"#, #"{"percent": 0.125, "seed": "s"}"#, #"{"percent": 1e1, "seed": "s"}"#,
            #"{"percent": 25, "seed": 1}"#, #"{"percent": 25, "seed": "s", "start": "soon"}"#,
            #"{"percent": 25, "seed": "s", "start": 1}"#, #"{"percent": 25, "percent": 30, "seed": "s"}"#,
        ])
    func refused(_ json: String) throws {
        let refused = try ManifestText.refusal(ManifestText.entry(more: #""rollout": \#(json)"#))
        #expect(refused.reason.summary.contains(json.contains("percent\": 30") ? "twice" : "the rollout"))
    }
}
