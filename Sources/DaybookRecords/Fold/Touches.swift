import DaybookLog
import DaybookModel

/// What one event did to an entity, for code that keeps data derived from the records.
package struct Touch: BitwiseCopyable, Sendable {
  package let entity: EntityIndex
  package let what: What
  /// An edge's relation and its target's number.
  let relation: UInt32
  let target: UInt32

  package struct What: OptionSet, BitwiseCopyable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It was deleted, restored, lost by its source or found again: whether it hides others changed.
    package static let standing = What(rawValue: 1)
    /// A field may have another value.
    package static let fields = What(rawValue: 2)
    /// The edge of ``Records/edge(of:)`` may have changed.
    package static let edge = What(rawValue: 4)
    /// Any of its outgoing edges may.
    package static let allEdges = What(rawValue: 8)
  }
}

/// The last touches, numbered from 0. Off while a ledger is read as a whole. The list is bounded: a reader that asks
/// too late gets nil, and has to start over.
struct TouchLog: Sendable {
  private(set) var isKept = false
  private var countMax = 0
  private var first = 0
  private var touches: [Touch] = []

  var end: Int { first + touches.count }

  mutating func keep(countMax: Int) {
    isKept = true
    self.countMax = countMax
    // Earlier readers cannot know what came since.
    first = end + 1
    touches = []
  }

  mutating func note(_ touch: Touch) {
    if touches.count >= countMax {
      // The older half: a reader that asks often enough is never too late.
      let dropped = min(touches.count, max(1, countMax / 2))
      first += dropped
      touches.removeFirst(dropped)
    }
    touches.append(touch)
  }

  func since(_ position: Int) -> ArraySlice<Touch>? {
    isKept && position >= first && position <= end ? touches[(position - first)...] : nil
  }
}

extension Records {
  /// From now on notes what each event touches: the last `countMax` touches, 16 bytes each.
  package mutating func keepTouches(countMax: Int = 1 << 16) { touchLog.keep(countMax: countMax) }

  /// How many touches there have been: the position of a reader that knows all of them.
  package var touchCount: Int { touchLog.end }

  /// The touches after those that a reader knows, in the order they happened; nil when they are not kept
  /// (any more).
  package func touches(since position: Int) -> ArraySlice<Touch>? { touchLog.since(position) }

  /// The edge that an event wrote.
  package func edge(of touch: Touch) -> (rel: FieldID, to: String)? {
    guard touch.what.contains(.edge) else { return nil }
    return (FieldID(rawValue: touch.relation), targetNames.name(touch.target))
  }

  /// Like ``fold(_:of:_:)``, but notes the result.
  @inline(never)
  mutating func foldNoting(_ item: Batch.Item, of frame: Frame, _ run: Run) {
    let entity = EntityIndex(rawValue: item.entity)
    let before = life(of: entity)
    fold(item, of: frame, run)
    let after = life(of: entity)
    let event = frame.entries[item.event]
    var what: Touch.What = event.line.set != nil || event.line.acks != nil ? .fields : []
    if before.isGone != after.isGone { what.insert(.standing) }
    if before.over != after.over { what.formUnion([.fields, .allEdges]) }
    var edge: (rel: UInt32, to: UInt32) = (0, 0)
    if event.line.op == .link || event.line.op == .unlink, let rel = event.line.rel, let to = event.line.to {
      let lineCount = frame.leaves[event.leaf].range.count
      let base = frame.bytes.baseAddress! + item.line
      edge.rel = intern(rel, base, lineCount) { $0.fieldNames.intern($1, $2) }
      edge.to = intern(to, base, lineCount) { $0.intern(target: $1, $2) }
      what.insert(.edge)
    }
    touchLog.note(Touch(entity: entity, what: what, relation: edge.rel, target: edge.to))
  }
}

extension Records {
  /// Changes what an entity's registers show, without an event about it, and notes that.
  mutating func noting(_ entity: UInt32, _ change: (inout Records) -> Void) {
    guard touchLog.isKept else { return change(&self) }
    let index = EntityIndex(rawValue: entity)
    let before = life(of: index)
    change(&self)
    let what: Touch.What = before.isGone == life(of: index).isGone ? .fields : [.fields, .standing]
    touchLog.note(Touch(entity: index, what: what, relation: 0, target: 0))
  }
}

extension Life {
  /// Whether it hides what belongs to it.
  package var isGone: Bool { isDeleted || !isPresent }
}
