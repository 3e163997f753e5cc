import DaybookLog
import DaybookModel

/// Finds the events of other entities that hold a text which is to be erased.
struct MentionSurvey {
  /// As texts have them, and as lines spell them.
  private let wanted: [(text: [UInt8], spelled: [UInt8])]
  private let parts: Set<EntityName>
  private var found: [EntityName: ErasurePreview.Mention] = [:]

  init(of texts: Set<String>, besides parts: Set<EntityName>) {
    wanted = texts.sorted().map { text in
      (Array(text.utf8), Array(JSONValue.string(text).canonicalBytes.dropFirst().dropLast()))
    }
    self.parts = parts
  }

  var isEmpty: Bool { wanted.isEmpty }

  mutating func note(_ frame: HeldFrame) {
    // Most frames hold none of them.
    let here = wanted.filter { frame.content.bytes.holds($0.spelled) }
    if here.isEmpty { return }
    frame.forEach(where: { $0.events[$1].line.set != nil }) { note($0, here.map(\.text)) }
  }

  private mutating func note(_ held: HeldEvent, _ texts: [[UInt8]]) {
    let (line, range) = (
      held.content.events[held.event].line, held.content.leaves[held.content.events[held.event].leaf].range
    )
    let bytes = held.content.bytes.span.extracting(range.start..<range.end)
    let name = EntityName(kind: line.kind.text(bytes), id: line.id.text(bytes))
    // The ledger's own entities (daybook.…) do not mention people.
    guard let set = line.set, !parts.contains(name), !name.kind.hasPrefix("daybook.") else { return }
    let values = JSONParser.parse(accepted: bytes.extracting(set.start..<set.end)).object ?? [:]
    let fields = values.members.filter { $0.value.holdsWords(of: texts) }.map(\.key)
    if fields.isEmpty { return }
    var mention = found[name] ?? ErasurePreview.Mention(kind: name.kind, id: name.id)
    mention.lines += 1
    mention.fields.formUnion(fields)
    found[name] = mention
  }

  /// By kind and id.
  var mentions: [ErasurePreview.Mention] { found.values.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) } }
}

extension JSONValue {
  fileprivate func holdsWords(of texts: [[UInt8]]) -> Bool {
    switch self {
    case .string(let text): texts.contains { text.holdsWords($0) }
    case .array(let values): values.contains { $0.holdsWords(of: texts) }
    case .object(let object): object.contains { $0.value.holdsWords(of: texts) }
    default: false
    }
  }
}
