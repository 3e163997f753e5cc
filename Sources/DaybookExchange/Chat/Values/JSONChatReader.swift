import DaybookInput
import DaybookModel

/// Reads a network whose files are JSON: an array of messages, objects that hold such arrays, or one value a line.
protocol JSONChatReader: ChatReader {
  var file: String { get }
  var elements: JSONElements { get set }
  /// What the value that was read last says.
  var steps: ChatSteps { get set }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace)
  /// An array or object that was opened is at its end.
  mutating func end(of path: JSONPath)
}

extension JSONChatReader {
  package mutating func nextStep() throws -> ChatStep? {
    while true {
      if let step = steps.next() { return step }
      guard let element = try elements.next() else { return nil }
      switch element {
      case .bad(_, let reason, let offset):
        return .skipped(reason: reason, at: ChatPlace(file, .byte, offset))
      case .end(let path): end(of: path)
      case .value(let path, let value, let offset): take(value, at: path, ChatPlace(file, .byte, offset))
      }
    }
  }
}

/// The members of a file's outermost object that hold no messages: what it says of all of them, or itself a message.
struct ChatDocument {
  private(set) var members = JSONObject()
  private var place: ChatPlace?

  mutating func add(_ value: JSONValue, _ name: JSONPath, at place: ChatPlace) {
    if members.isEmpty { self.place = place }
    members[name] = value
  }

  /// All of it, at its end.
  mutating func take() -> (value: JSONValue, place: ChatPlace)? {
    defer { self = ChatDocument() }
    return place.map { (.object(members), $0) }
  }
}
