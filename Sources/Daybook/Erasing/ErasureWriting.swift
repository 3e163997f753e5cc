import DaybookLog
import DaybookModel
import DaybookView

/// The progress of an erasure of many entities.
public struct ErasureProgress: Sendable, Equatable {
  /// How many entities' erase events are written and durable.
  public var erased = 0
  /// How many entities have something to erase in this request.
  public var entities: Int
}

/// What an erasure writes: few commits, since the log is read anew after each flush of erase events.
struct ErasureWriting {
  struct Commit {
    var batch = Batch()
    var events = 0
    /// How many entities are erased once it is written.
    var entities = 0
  }

  let preview: ErasurePreview
  let fields: [String]
  /// Whether other entities were to be erased with the one that was named.
  private let takesOthers: Bool
  /// Of the parts that have something to erase, in their order.
  private(set) var erasures: [String] = []
  /// Commits that share a flush. The part that was asked for comes last: so the same request goes on after an
  /// interruption.
  private(set) var groups: [[Commit]] = []
  private var open = Commit()
  private var group: [Commit] = []

  init(of preview: ErasurePreview, _ request: ErasureRequest) {
    (self.preview, fields, takesOthers) = (preview, request.fields, request.takesOthers)
  }

  mutating func plan(_ lines: [ErasureSurvey.Line], newID: () -> String) throws {
    let linesOfPart = Dictionary(grouping: lines, by: \.part)
    var ids: [Int: String] = [:]
    let places = preview.parts.indices.filter { preview.parts[$0].lines > 0 }
    for index in places.filter({ $0 > 0 }) + places.filter({ $0 == 0 }) {
      let (part, id) = (preview.parts[index], newID())
      ids[index] = id
      var asked = Erasure()
      asked.id = Ref(id)
      (asked.of, asked.entity, asked.fields, asked.lines) = (part.kind, part.id, fields, part.lines)
      // Also where nothing but the entity itself is left to be erased: another run may have erased the others.
      if takesOthers, let root = preview.parts.first { (asked.rootOf, asked.root) = (root.kind, root.id) }
      try open.batch.upsert(asked)
      open.events += 1
      for line in linesOfPart[index] ?? [] {
        if open.events >= Ledger.eraseEventsMax { endCommit() }
        open.batch.add(
          BatchItem(content: .mutation(Ledger.mutation(.line(line.line), of: id, kind: part.kind, part.id))))
        open.events += 1
      }
      open.entities += 1
      if open.events >= Ledger.eraseEventsMax { endCommit() }
    }
    endCommit()
    if !group.isEmpty { groups.append(group) }
    erasures = places.compactMap { ids[$0] }
  }

  private mutating func endCommit() {
    if open.events == 0 { return }
    group.append(open)
    open = Commit()
    guard group.reduce(0, { $0 + $1.events }) >= Ledger.eraseEventsOfFlushMax else { return }
    groups.append(group)
    group = []
  }
}
