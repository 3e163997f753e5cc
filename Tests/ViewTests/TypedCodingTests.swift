import DaybookModel
import DaybookTestSupport
import DaybookView
import FoundationEssentials
import Testing

@Suite struct TypedCodingTests {
  @Test func everyTypeRoundTrips() throws {
    var person = Person(id: "p1")
    person.email = "a@b.c"
    person.age = -3
    person.score = 0.1
    person.role = "unheard-of"
    person.born = CivilDay("1980-03-01")
    person.joinedAt = Date(timeIntervalSince1970: 1_795_241_580.123)
    person.token = UUID(uuidString: "0193E7A0-0000-7000-8000-0000000000FF")
    person.photo = Data([1, 2, 255])
    person.tags = ["x", ""]
    person.address = Address(street: "Low 1", city: nil)
    person.friends = ["p2"]
    person.manager = "p3"
    let json = try FieldEncoder.json(person)
    #expect(json.object?["joinedAt"] == "2026-11-21T06:13:00.123Z")
    #expect(json.object?["token"] == "0193e7a0-0000-7000-8000-0000000000ff")
    #expect(json.object?["photo"] == "AQL/")
    #expect(json.object?["address"] == ["street": "Low 1"])
    #expect(json.object?["role"] == "unheard-of")
    let back = try FieldDecoder.decode(Person.self, from: json)
    #expect(try FieldEncoder.json(back) == json)
  }

  @Test func strangeDataReadsAsDefaults() throws {
    let defaults = try #require(try FieldEncoder.json(Person(id: "")).object)
    let person = try FieldDecoder.decode(
      Person.self,
      from: [
        "id": "p1", "age": "old", "score": 3, "isActive": .null, "email": 5, "joinedAt": "yesterday",
        "photo": ["$blob": "ab", "size": 3], "address": ["city": "Rome"], "tags": "x", "unknown": 1,
      ], defaults: defaults, blobs: { $0 == "ab" ? Data([1, 2, 3]) : nil })
    #expect(person.id == "p1" && person.age == 0 && person.score == 3 && person.isActive)
    #expect(person.email == nil && person.joinedAt == nil && person.tags == [])
    #expect(person.photo == Data([1, 2, 3]))
    #expect(person.address == Address(street: "", city: "Rome"))
  }

  @Test func whatIsNoNumberIsRefused() {
    #expect(throws: EncodingError.self) { try FieldEncoder.json([Double.nan]) }
    #expect(throws: EncodingError.self) { try FieldEncoder.json(["a": -Double.infinity]) }
    #expect(throws: EncodingError.self) { try FieldEncoder.json(UInt64.max) }
  }

  @Test func newIDsAscend() {
    var generator = SeededRandom(seed: 1)
    let ids = (0..<50).map {
      GeneratedID.next(now: Instant(milliseconds: 1_795_241_580_000 + $0)) { generator.next() }
    }
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 50)
    #expect(ids.allSatisfy { UUID(uuidString: $0) != nil && $0 == $0.lowercased() && $0.utf8.count == 36 })
    #expect(ids[0].utf8.dropFirst(14).first == UInt8(ascii: "7"))
  }
}
