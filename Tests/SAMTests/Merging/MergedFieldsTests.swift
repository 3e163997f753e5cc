import Daybook
import Testing

@testable import SAM

/// A merge forgets no field that a kind has, or gets later: each is tried with a value of its type.
@Suite struct MergedFieldsTests {
  private static let registry: SchemaRegistry = {
    do { return try SchemaRegistry([.daybook, .sam]) } catch { preconditionFailure("\(error)") }
  }()

  /// What the kept person's own entity says of the field afterwards is the absorbed one's value, or holds it.
  @Test(arguments: Self.names(of: Person.kind, but: ["mergedInto"]))
  func aPersonLosesNothing(_ field: String) async throws {
    let value = try Self.value(of: field, of: Person.kind)
    let ledger = try Ledger.inMemory(systems: [.sam])
    // A contact is whose card there is.
    let contact: JSONObject = field == "contactIdentifier" ? [:] : ["contactIdentifier": "c:1"]
    var theirs = contact
    theirs[field] = value
    // To what the kept person's list has the other's is added.
    let own: JSONObject =
      value.array == nil ? [:] : [field: try Self.value(of: field, of: Person.kind, isOther: true)]
    try await ledger.append([
      .init(.upsert, kind: Person.kind, id: "kept", set: own),
      .init(.upsert, kind: Person.kind, id: "gone", set: theirs),
    ])
    try await ledger.sam.merge("gone", into: "kept")
    let kept = try #require(try await ledger.get(kind: Person.kind, id: "kept"))
    guard let elements = value.array else {
      #expect(kept[field] == value, "\(field)")
      return
    }
    let all = try #require(kept[field]?.array) + (kept["otherEmailAddresses"]?.array ?? [])
    for element in elements + (own[field]?.array ?? []) { #expect(all.contains(element), "\(field)") }
  }

  @Test(arguments: Self.names(of: ContextParticipation.kind, but: ["person", "context"]))
  func aParticipationLosesNothing(_ field: String) async throws {
    try await uniting(field, ContextParticipation.kind, ["context": "club"])
  }

  @Test(arguments: Self.names(of: Coverage.kind, but: ["person", "product", "role"]))
  func aCoverageLosesNothing(_ field: String) async throws {
    try await uniting(field, Coverage.kind, ["product": "term"])
  }

  private func uniting(_ field: String, _ kind: String, _ same: JSONObject) async throws {
    let value = try Self.value(of: field, of: kind)
    let ledger = try Ledger.inMemory(systems: [.sam])
    var (own, theirs) = (same, same)
    (own["person"], theirs["person"], theirs[field]) = ("kept", "gone", value)
    // Two who took part at the same time: the end of one is not before the start of the other.
    if field == "endDate" { own["endDate"] = "2020-01-01T00:00:00.000Z" }
    try await ledger.append([
      .init(.upsert, kind: Person.kind, id: "kept"), .init(.upsert, kind: Person.kind, id: "gone"),
      .init(.upsert, kind: Context.kind, id: "club"), .init(.upsert, kind: Product.kind, id: "term"),
      .init(.upsert, kind: kind, id: "a", set: own), .init(.upsert, kind: kind, id: "b", set: theirs),
    ])
    try await ledger.sam.merge("gone", into: "kept")
    let left = try #require(try await ledger.get(kind: kind, id: "a"))
    #expect(try await ledger.get(kind: kind, id: "b") == nil)
    #expect(left[field] == value, "\(field)")
  }

  private static func names(of kind: String, but settled: Set<String>) -> [String] {
    let schema = registry[kind]
    return schema?.fields.map(\.name).filter { schema?.isStored($0) == true && !settled.contains($0) } ?? []
  }

  /// Not the field's default.
  ///
  /// - Parameter isOther: another one, of lists.
  private static func value(of name: String, of kind: String, isOther: Bool = false) throws -> JSONValue {
    let field = try #require(registry[kind]?.field(name))
    switch field.type {
    case .string, .any: return .string("text of \(name)")
    case .one: return "other"
    case .bool: return .bool(field.defaultValue != true)
    case .int: return 7
    case .double, .decimal: return 7.5
    case .instant: return "2021-05-06T07:08:09.000Z"
    case .day: return "2021-05-06"
    case .uuid: return "0193e7a0-0000-7000-8000-0000000000ff"
    case .data: return "AQI="
    case .enumeration(let values): return .string(try #require(values.last))
    case .array(.enumeration(let values)):
      return [.string(try #require(isOther ? values.first : values.last))]
    case .array: return [.string(isOther ? "another of \(name)" : "element of \(name)")]
    case .many, .dictionary, .object: throw LedgerError(.usage, "this test has no value for \(name)")
    }
  }
}
