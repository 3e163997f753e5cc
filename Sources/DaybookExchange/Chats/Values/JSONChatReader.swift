import DaybookInput
import DaybookModel

/// Reads a network whose files are JSON: an array of messages, objects that hold such arrays, or one value a line.
protocol JSONChatReader: ChatReader {
  var file: String { get }
  var elements: JSONElements { get set }
  /// The steps of the value that was read last.
  var steps: ChatSteps { get set }

  mutating func take(_ value: JSONValue, at path: JSONPath, _ place: ChatPlace)
  /// Called at the end of an array or object that was opened.
  mutating func end(of path: JSONPath)
}

extension JSONChatReader {
  /// Returns an object; any other value is reported as skipped.
  mutating func object(_ value: JSONValue, at place: ChatPlace) -> JSONObject? {
    if let object = value.object { return object }
    steps.add(.skipped(reason: "not a message: it is not a JSON object", at: place))
    return nil
  }

  mutating func nextStep() throws -> ChatStep? {
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

extension JSONChatReader {
  /// Notes which members of an object hold something that is not imported.
  ///
  /// - Parameter read: those that are read, and those without a meaning of their own, such as a picture's width.
  mutating func noteUnread(of object: JSONObject, but read: Set<String>, at place: ChatPlace) {
    let names = object.filter { !read.contains($0.key) && !$0.value.isBlank }.map(\.key)
    if !names.isEmpty { steps.add(.unread(names, at: place)) }
  }
}

extension JSONValue {
  /// Whether it has no content: null, false, or empty.
  fileprivate var isBlank: Bool {
    switch self {
    case .null, .bool(false), .string(""): true
    case .array(let values): values.isEmpty
    case .object(let object): object.isEmpty
    default: false
    }
  }
}

/// The members of a file's outermost object that contain no messages: they describe all messages, or are one message
/// themselves.
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
