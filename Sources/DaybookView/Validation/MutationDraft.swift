import DaybookLog
import DaybookModel
import DaybookRecords

/// One mutation while it is planned. Its ranges refer to the planner's buffer.
struct MutationDraft: Sendable {
  var entry = MutationBuffer.Entry()
  /// The fields that it writes, ascending by name; none for an entry without a `set`.
  var members: [MutationBuffer.Member] = []
  /// For each member, its place among the kind's fields, or -1.
  var places: [Int] = []
  var hasSet = false
  /// Nil for a kind of no registered system.
  var kind = MutationDraft.nothing
  var stamp = Stamp(time: 0, replica: ReplicaID(rawValue: 0))
  /// The entity, as in the records and the commit so far.
  var entity: EntityIndex?
  var place = CommitOverlay.Place()
  var pending: CommitOverlay.Item?
  /// What it writes to `over`.
  var over: Event.Over?
  var held = HeldFields.asTheyRead
  /// Whether its entity exists only from this mutation on.
  var makes = false

  private static let nothing = CompiledKind("", nil)

  mutating func begin(_ entry: MutationBuffer.Entry, _ members: ArraySlice<MutationBuffer.Member>) {
    self.entry = entry
    hasSet = entry.set != nil
    self.members.removeAll(keepingCapacity: true)
    self.members.append(contentsOf: members)
    places.removeAll(keepingCapacity: true)
    (entity, pending, over, held, makes) = (nil, nil, nil, .asTheyRead, false)
  }

  /// The event's fields; nil where it has no `set`.
  var set: ArraySlice<MutationBuffer.Member>? { hasSet ? members[...] : nil }

  /// Whether it writes a field of which `property` is true.
  @inline(__always)
  func writes(_ property: (borrowing CompiledField) -> Bool) -> Bool {
    for place in places where place >= 0 && property(kind.fields[place]) { return true }
    return false
  }
}

// MARK: Fields by name

extension MutationPlanner {
  /// The place of a field among those that the draft writes.
  func place(of name: String) -> Int? {
    var name = name
    return name.withUTF8 { wanted in
      buffer.bytes.withUnsafeBufferPointer { bytes in
        draft.members.firstIndex { member in
          member.name.count == wanted.count
            && wanted.elementsEqual(bytes[member.name.start..<member.name.end])
        }
      }
    }
  }

  func isSet(_ name: String) -> Bool { place(of: name) != nil }

  /// What the draft writes to a field; nil if nothing.
  func written(_ name: String) -> JSONValue? { place(of: name).map { buffer.value(draft.members[$0].value) } }

  /// Makes the draft write a field, instead of what it would have written.
  mutating func set(_ name: String, _ value: JSONValue) {
    let value = buffer.append(value: value)
    draft.hasSet = true
    if let place = place(of: name) {
      draft.members[place].value = value
      return
    }
    let range = buffer.append(text: name)
    let place = buffer.bytes.span.withOrder(of: range, among: draft.members)
    draft.members.insert(MutationBuffer.Member(name: range, value: value), at: place)
    guard !draft.places.isEmpty || draft.members.count == 1 else { return }
    let field = draft.kind.fields.firstIndex { $0.name.elementsEqual(name.utf8) }
    draft.places.insert(field ?? -1, at: place)
  }
}

extension Span<UInt8> {
  /// Where a name belongs among members that are sorted by name.
  fileprivate func withOrder(of name: ByteRange, among members: [MutationBuffer.Member]) -> Int {
    members.firstIndex { ByteRange.compare($0.name, name, self) > 0 } ?? members.count
  }
}
