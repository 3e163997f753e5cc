import DaybookLog
import DaybookModel
import DaybookRecords

extension ErasureState {
  private static let section = "erasures"

  /// The state in a snapshot.
  init(_ file: SnapshotFile) {
    let text: [UInt8] = file.elements(Self.section)
    guard let state = (try? JSONParser.parse(text))?.object else {
      self.init(applied: .none)
      file.note(isDamaged: !text.isEmpty)
      return
    }
    let events = state["events"]?.array?.map { EraseEvent(stored: $0) } ?? []
    file.note(isDamaged: events.contains { $0 == nil })
    let leaves = state["stubs"]?.array?.map { $0.string.flatMap { Hash256($0) } } ?? []
    file.note(isDamaged: state["stubs"]?.array == nil || leaves.contains { $0 == nil })
    self.init(events: events.compactMap { $0 }, stubLeaves: Set(leaves.compactMap { $0 }))
  }

  func write(to writer: inout SnapshotWriter) throws(FileError) {
    var text: [UInt8] = []
    if !events.isEmpty || !applied.stubLeaves.isEmpty {
      let leaves = applied.stubLeaves.sorted().map { JSONValue.string($0.description) }
      let state: JSONObject = ["events": .array(events.map(\.stored)), "stubs": .array(leaves)]
      text = JSONValue.object(state).canonicalBytes
    }
    try writer.add(Self.section, text)
  }
}

extension EraseEvent {
  fileprivate init?(stored value: JSONValue) {
    guard let object = value.object, let author = object["author"]?.string.flatMap({ ReplicaID($0) }),
      let kind = object["kind"]?.string, let id = object["id"]?.string, let said = object[Self.key]
    else { return nil }
    self.init(author: author, kind: kind, id: id, said)
  }

  fileprivate var stored: JSONValue {
    .object([
      "author": .string(author.description), "kind": .string(kind), "id": .string(id), Self.key: json,
    ])
  }
}
