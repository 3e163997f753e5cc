import DaybookLog
import DaybookModel

/// Finds the events of other entities that hold a text to be erased, in a field, as the author or as the reason.
///
/// A text that several other entities have in the field from which it is erased, such as the source of an import,
/// identifies nobody, so it is not a mention. A name is a mention even if a few others have the same name.
struct MentionSurvey {
  private struct Wanted {
    /// As texts have it, and as lines spell it.
    var text: [UInt8]
    var spelled: [UInt8]
    var origins: Set<ErasedTexts.Origin>
    var isName: Bool
    /// The other entities that have it in the field from which it is erased.
    var sharers: [ErasedTexts.Origin: Set<EntityName>] = [:]
    var isShared = false
  }

  private struct Hit {
    var wanted: Int
    var field: String
    /// Which of the entity's events; nil for its name, which several may make up.
    var event: Int?
  }

  private var wanted: [Wanted]
  private let parts: Set<EntityName>
  private var hits: [EntityName: [Hit]] = [:]
  private var eventCount = 0

  /// A text that more other entities have in the same field identifies nobody; a name that more entities have is a
  /// heading, such as a title of meetings.
  static let (sharersMax, namesakesMax) = (3, 10)
  private static let ownKinds: Set = [Access.kind, Replica.kind]

  init(of texts: ErasedTexts, besides parts: Set<EntityName>) {
    wanted = texts.origins.sorted { $0.key < $1.key }.map { text, origins in
      Wanted(
        text: Array(text.utf8), spelled: Array(JSONValue.string(text).canonicalBytes.dropFirst().dropLast()),
        origins: origins, isName: texts.names.contains(text))
    }
    self.parts = parts
  }

  var isEmpty: Bool { wanted.isEmpty }

  mutating func note(_ frame: HeldFrame) {
    // Most frames hold none of them.
    let here = wanted.indices.filter { !wanted[$0].isShared && frame.content.bytes.holds(wanted[$0].spelled) }
    if here.isEmpty { return }
    frame.forEach(where: { content, event in
      let line = content.events[event].line
      // What an erase event says its erasure says, too.
      return line.op != .erase && (line.set != nil || line.by != nil || line.why != nil)
    }) { note($0, here) }
  }

  private mutating func note(_ held: HeldEvent, _ here: [Int]) {
    let (line, range) = (
      held.content.events[held.event].line, held.content.leaves[held.content.events[held.event].leaf].range
    )
    let bytes = held.content.bytes.span.extracting(range.start..<range.end)
    let name = EntityName(kind: line.kind.text(bytes), id: line.id.text(bytes))
    if parts.contains(name) { return }
    eventCount += 1
    for (field, words) in [("by", line.by?.text(bytes)), ("why", line.why?.text(bytes))] {
      guard let words else { continue }
      for index in here where words.holdsWords(wanted[index].text) {
        hits[name, default: []].append(Hit(wanted: index, field: field, event: eventCount))
      }
    }
    // Of the ledger's own entities, only records of reads and of machines hold text that people type.
    guard let set = line.set, !name.kind.hasPrefix("daybook.") || Self.ownKinds.contains(name.kind) else {
      return
    }
    let values = JSONParser.parse(accepted: bytes.extracting(set.start..<set.end)).object ?? [:]
    for member in values {
      for index in here where member.value.holdsWords(wanted[index].text) {
        hits[name, default: []].append(Hit(wanted: index, field: member.key, event: eventCount))
        noteSharing(index, name, member.key, member.value)
      }
    }
  }

  private mutating func noteSharing(_ index: Int, _ name: EntityName, _ field: String, _ value: JSONValue) {
    let origin = ErasedTexts.Origin(kind: name.kind, field: field)
    guard wanted[index].origins.contains(origin), value.holds(wanted[index].text) else { return }
    wanted[index].sharers[origin, default: []].insert(name)
    let (sharers, most) = (wanted[index].sharers, wanted[index].isName ? Self.namesakesMax : Self.sharersMax)
    wanted[index].isShared = wanted[index].origins.allSatisfy { (sharers[$0]?.count ?? 0) > most }
  }

  /// What an entity is called that has no field of that name.
  mutating func note(name: String, of entity: EntityName) {
    if parts.contains(entity) { return }
    for index in wanted.indices where !wanted[index].isShared && name.holdsWords(wanted[index].text) {
      hits[entity, default: []].append(Hit(wanted: index, field: "name", event: nil))
    }
  }

  /// By kind and id.
  var mentions: [ErasurePreview.Mention] {
    hits.compactMap { name, hits in
      let left = hits.filter { !wanted[$0.wanted].isShared }
      if left.isEmpty { return nil }
      var mention = ErasurePreview.Mention(kind: name.kind, id: name.id)
      mention.lines = Set(left.compactMap(\.event)).count
      mention.isErasable = !StubRules.protectedKinds.contains(name.kind)
      // A name that is a field is listed once.
      let written = left.filter { $0.event != nil }
      mention.fields = Set((written.isEmpty ? left : written).map(\.field))
      return mention
    }
    .sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
  }
}

extension JSONValue {
  fileprivate func holdsWords(_ wanted: [UInt8]) -> Bool {
    switch self {
    case .string(let text): text.holdsWords(wanted)
    case .array(let values): values.contains { $0.holdsWords(wanted) }
    case .object(let object): object.contains { $0.value.holdsWords(wanted) }
    default: false
    }
  }

  /// Whether it holds a text as whole words.
  fileprivate func holds(_ wanted: [UInt8]) -> Bool {
    switch self {
    case .string(let text): text.utf8.elementsEqual(wanted)
    case .array(let values): values.contains { $0.holds(wanted) }
    case .object(let object): object.contains { $0.value.holds(wanted) }
    default: false
    }
  }
}
