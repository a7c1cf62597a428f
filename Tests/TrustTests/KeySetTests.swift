import SyncCore
import SyncCrypto
import SyncTrust
import Testing

@Suite("Key sets") struct KeySetTests {
    private func refused(_ json: JSON, _ word: String) {
        do {
            _ = try KeySet(json)
            Issue.record("\(word): accepted")
        } catch {
            guard case .nextKeys(let problem) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(problem.contains(word), "\(problem)")
        }
    }

    @Test("the next keys come back from the form in which a manifest announces them")
    func roundTrip() throws {
        let keys = (0..<3).map { _ in SigningKey().verifyingKey }
        let set = KeySet(keys, threshold: 2)
        let text = set.json.serialized
        #expect(try KeySet(try JSON(parsing: Array(text.utf8))) == set)
    }

    @Test("keys that no manifest could ever satisfy, or that cannot be read, are refused")
    func refused() throws {
        let pem = JSON.string(SigningKey().verifyingKey.pem)
        refused([], "a list, not an object")
        refused(["threshold": 1], "not a list")
        refused(["threshold": 1, "keys": []], "0 keys")
        refused(["threshold": 1, "keys": .array(Array(repeating: pem, count: 101))], "101 keys")
        refused(["threshold": 2, "keys": [pem, pem]], "1 different keys can never reach the threshold 2")
        refused(["threshold": 0, "keys": [pem]], "`keys.threshold`")
        refused(["threshold": "1", "keys": [pem]], "`keys.threshold`")
        refused(["keys": [pem]], "`keys.threshold`")
        refused(["threshold": 1, "keys": [pem, 1]], "key 2 is a number")
        refused(["threshold": 1, "keys": ["hello"]], "key 1 cannot be used, it is no PEM text")
        refused(["threshold": 1, "threshold": 2, "keys": [pem, pem]], "twice")
    }

    @Test("two lists of the same keys have the same fingerprint, another threshold or key has not")
    func fingerprints() {
        let (a, b) = (SigningKey().verifyingKey, SigningKey().verifyingKey)
        let fingerprint = KeySet([a, b], threshold: 1).fingerprint
        #expect(KeySet([b, a, b], threshold: 1).fingerprint == fingerprint)
        #expect(KeySet([a, b], threshold: 2).fingerprint != fingerprint)
        #expect(KeySet([a], threshold: 1).fingerprint != fingerprint)
    }
}
