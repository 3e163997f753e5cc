import DaybookModel
import DaybookView
import Foundation

/// A secret of its own in every sensitive field, so that whatever shows one says which field it came from.
struct PlantedSecrets {
  struct Secret {
    var place: String
    /// What must not be seen of it, in lower case.
    var needles: [String]
  }

  private(set) var secrets: [Secret] = []
  /// As `append` reads them: an entity of each kind that hides anything.
  private(set) var lines = ""
  /// The ids of these entities, by kind.
  private(set) var ids: [String: String] = [:]

  /// Fields without which an entity of a kind is refused.
  static let required: [String: JSONObject] = [
    "planner.meetingRecord": ["eventIdentifier": "planted"],
    "planner.person": ["email": "planted@example.org"],
  ]

  /// - Parameter others: fields that the entities of a kind have besides.
  init(_ kinds: [KindSchema], others: [String: JSONObject] = [:]) {
    for (number, schema) in kinds.enumerated() {
      let id = "0193e0a4-7d51-7cc2-9f3b-\(Self.digits(number, 12))"
      ids[schema.kind] = id
      var set = others[schema.kind] ?? Self.required[schema.kind] ?? [:]
      for field in schema.fields where field.isSensitive && schema.isStored(field.name) {
        set[field.name] = plant(field.type, in: "\(schema.kind).\(field.name)")
      }
      let line: JSONValue = [
        "op": "upsert", "kind": .string(schema.kind), "id": .string(id), "set": .object(set),
      ]
      lines += line.description + "\n"
    }
  }

  /// What is seen of the secrets in a text.
  func found(in text: String) -> [String] {
    let lower = text.lowercased()
    return secrets.filter { $0.needles.contains { lower.contains($0) } }.map(\.place)
  }

  /// A value that no other field has.
  private mutating func plant(_ type: FieldType, in place: String) -> JSONValue {
    let number = secrets.count + 1
    switch type {
    case .string, .enumeration, .any, .one, .many:
      return keep(.string("Zq7M\(Self.digits(number, 4)) value"), "zq7m\(Self.digits(number, 4))", place)
    // One of two values tells nothing by itself.
    case .bool: return true
    case .int: return keep(.int(735_190_000 + Int64(number)), "\(735_190_000 + number)", place)
    case .double, .decimal:
      return keep(.double(Double(8_351_000 + number) / 1000), "8351.\(Self.digits(number, 3))", place)
    case .day:
      let day = "\(1500 + number)-07-23"
      return keep(.string(day), day, place)
    case .instant:
      let day = "\(1500 + number)-07-24"
      return keep(.string("\(day)T12:04:05.000Z"), day, place)
    case .uuid:
      let uuid = "5ec2e700-7d51-4cc2-9f3b-\(Self.digits(number, 12))"
      return keep(.string(uuid), uuid, place)
    case .data:
      // The text again and again, so that base64 repeats itself every three bytes.
      let text = "Zq\(Self.digits(number, 4))"
      let content = Data(String(repeating: text, count: 4).utf8).base64EncodedString()
      secrets.append(Secret(place: place, needles: [text.lowercased(), content.lowercased()]))
      return .string(content)
    case .array(let element): return .array([plant(element, in: place)])
    case .dictionary(let element): return .object(["a": plant(element, in: place)])
    case .object(let fields):
      return .object(JSONObject(fields.map { ($0.name, plant($0.type, in: "\(place).\($0.name)")) }))
    }
  }

  private mutating func keep(_ value: JSONValue, _ needle: String, _ place: String) -> JSONValue {
    secrets.append(Secret(place: place, needles: [needle]))
    return value
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
