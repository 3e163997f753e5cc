import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@Suite struct EventFormTests {
  @Test(.seeded, arguments: EventOperation.known + ["merge"])
  func jsonFormGoesAround(op: EventOperation) throws {
    var events = RandomEvents(seed: TestSeed.current)
    for _ in 0..<60 {
      let event = events.next(op)
      #expect(try Event(event.json) == event)
      #expect(try JSONDecoder().decode(Event.self, from: JSONEncoder().encode(event)) == event)
    }
  }

  @Test(
    arguments: [
      ("stamp", nil, "is missing"), ("seq", nil, "is missing"), ("op", nil, "is missing"),
      ("kind", nil, "is missing"),
      ("id", nil, "is missing"), ("stamp", 5, "must be a stamp"), ("seq", 0, "must be a positive integer"),
      ("seq", -1, "must be a positive integer"), ("seq", 1.5, "must be a positive integer"),
      ("op", 1, "must be a string"), ("kind", "", "is empty"), ("id", "", "is empty"), ("op", "", "is empty"),
      ("v", "7", "must be an integer"), ("at", nil, nil), ("at", "later", "must be a stamp"),
      ("at", .null, "must be a stamp"), ("present", 1, "must be true or false"),
      ("set", [], "must be an object"),
      ("was", ["f": "x"], "must be an object of stamps or nulls"), ("over", true, "must be a stamp or null"),
      ("over", .null, nil), ("acks", .null, "must be a stamp"), ("rel", 1, "must be a string"),
      ("to", .null, "must be a string"), ("by", [:], "must be a string"), ("why", false, "must be a string"),
      ("salt", 1, "must be a string"),
      ("server", "2026-11-21T06:13:00Z", "must be a time such as 2026-11-21T06:13:00.123456789Z"),
    ] as [(String, JSONValue?, String?)])
  func refusesWrongForms(key: String, value: JSONValue?, problem: String?) throws {
    var object: JSONObject = [
      "stamp": "2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68", "seq": 1, "op": "upsert", "kind": "k",
      "id": "i",
    ]
    object[key] = value
    if let problem {
      #expect(throws: EventFormError(key, problem)) { try Event(object) }
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Event.self, from: Data(JSONValue.object(object).canonicalBytes))
      }
    } else {
      #expect(throws: Never.self) { try Event(object) }
    }
  }

  @Test(arguments: ["stamp", "seq", "at", "over", "salt"])
  func aMutationHasNoKeysOfTheLedger(key: String) {
    #expect(throws: EventFormError(key, "is written by the ledger, not by a mutation")) {
      try Mutation(["op": "upsert", "kind": "k", "id": "i", key: 1])
    }
  }

  @Test func otherKeysAreKept() throws {
    let mutation = try Mutation(["op": "upsert", "kind": "k", "id": "i", "later": [1]])
    #expect(mutation.other == ["later": [1]])
    #expect(mutation.json["later"] == [1])
  }

  @Test func seenGoesAround() throws {
    let root = Hash256(words: (1, 2, 3, 4))
    let seen = Seen([
      (
        ReplicaID(rawValue: 2),
        [Seen.Part(first: 3, end: 9, root: nil), Seen.Part(first: 12, end: 15, root: root)]
      ),
      (ReplicaID(rawValue: 1), [Seen.Part(end: 41, root: root)]),
    ])
    #expect(Seen(seen.json) == seen)
    #expect(seen.entries.map(\.replica.rawValue) == [1, 2])
    let text = JSONValue.string(root.description)
    #expect(seen.json["0000000000000001"] == [[41, text]])
    #expect(seen.json["0000000000000002"] == [[3, 9], [12, 15, text]])
    for json in [
      ["x": []], ["0000000000000001": 1], ["0000000000000001": [[1]]], ["0000000000000001": [[1, "x"]]],
      ["0000000000000001": [[5, 5]]], ["0000000000000001": [[-1, 5]]], ["0000000000000001": [[1, 2, 3]]],
      ["0000000000000001": [[1, text, 3]]], ["0000000000000001": [[5, 5, text]]],
      ["0000000000000001": [[-1, text]]], ["0000000000000001": [[1, 2, 3, text]]],
      ["0000000000000001": [[text]]], ["0000000000000001": [[2, 1.5]]],
    ] as [JSONObject] {
      #expect(Seen(json) == nil)
    }
  }

  @Test func hashesOrderAsTheirBytes() throws {
    let low = Hash256(words: (1, .max, .max, .max))
    let high = Hash256(words: (2, 0, 0, 0))
    #expect(low < high)
    #expect(low.description.utf8.lexicographicallyPrecedes(high.description.utf8))
    #expect(Hash256(low.description) == low)
    #expect(Hash256(bytes: low.bytes) == low)
    #expect(Hash256(bytes: low.bytes.dropLast()) == nil)
    #expect(Hash256(low.description.uppercased()) == nil)
  }
}
