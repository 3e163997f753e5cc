import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

/// Finds the lines that an erasure names, and what is left of each.
struct ErasureSurvey {
  struct Line {
    var part: Int
    var line: EraseEvent.Line
    var fields: [String]
    /// Of these.
    var values: JSONObject
    /// Whether more of the line is erased than was requested.
    var isForced: Bool
  }

  /// By entity, the stored names of its fields to erase; nil for all.
  private let wanted: [EntityName: (part: Int, fields: Set<String>?)]
  private let before: Instant?
  private let voice: ErasingVoice
  /// By line the fields that show: not to be erased where `before` is given.
  private let shown: [Hash256: Set<String>]
  private(set) var lines: [Line] = []

  init(
    _ wanted: [EntityName: (part: Int, fields: Set<String>?)], before: Instant?,
    shown: [Hash256: Set<String>], _ voice: ErasingVoice
  ) {
    (self.wanted, self.before, self.shown, self.voice) = (wanted, before, shown, voice)
  }

  mutating func note(_ frame: HeldFrame) throws {
    try frame.forEach(where: { _, _ in true }) { try note($0) }
  }

  private mutating func note(_ held: HeldEvent) throws {
    let (event, leaf) = (
      held.content.events[held.event].line, held.content.leaves[held.content.events[held.event].leaf]
    )
    let text = held.content.bytes.span.extracting(leaf.range.start..<leaf.range.end)
    let name = EntityName(kind: event.kind.text(text), id: event.id.text(text))
    guard let (part, fields) = wanted[name], StubRules.allows(event.op, kind: name.kind) else { return }
    if let before, event.stamp.instant >= before { return }
    let kept = before == nil ? [] : shown[leaf.hash] ?? []
    let values = Self.values(of: event, text)
    let written = values.map(\.key)
    var erased = written.filter { (fields?.contains($0) ?? true) && !kept.contains($0) }
    let isWhole = fields == nil && kept.isEmpty
    guard !erased.isEmpty || isWhole && Self.hasWords(event) else { return }
    var all: ErasedFields = isWhole ? .all : .named(erased)
    if let fields, kept.isEmpty { all = .named(fields) }
    let leavesFields = erased.count < written.count
    let isForced = leavesFields && voice.isGone(event.stamp.replica)
    if isForced {
      // Nobody can vouch for the rest of it.
      guard kept.isEmpty else { return }
      (erased, all) = (written, .all)
    }
    let stub = Stub.make(of: text, event, leaf: leaf.hash, erasing: all)
    var line = EraseEvent.Line(
      replica: event.stamp.replica, leaf: leaf.hash, fields: all, stub: Hash256.of(stub.span))
    if leavesFields { line = try voice.vouched(line) }
    lines.append(
      Line(
        part: part, line: line,
        fields: erased, values: JSONObject(erased.compactMap { name in values[name].map { (name, $0) } }),
        isForced: isForced))
  }

  private static func values(of event: EventLine, _ text: Span<UInt8>) -> JSONObject {
    guard let set = event.set else { return [:] }
    return JSONParser.parse(accepted: text.extracting(set.start..<set.end)).object ?? [:]
  }

  /// Whether a line without fields holds words that may be about somebody.
  private static func hasWords(_ event: EventLine) -> Bool {
    event.by != nil || event.why != nil || event.hasOther && !event.isStub
  }
}
