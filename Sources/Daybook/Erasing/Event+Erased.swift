import DaybookLog
public import DaybookModel

extension Event {
  /// The fields that the event wrote and of which the values are erased, by the names that they are stored under.
  public var erasedFields: [String] {
    mutation.other[StubMark.key]?.object?["fields"]?.array?.compactMap(\.string) ?? []
  }

  /// The line that the event erases something of, by its leaf; nil of other events.
  var erasedLeaf: Hash256? {
    guard mutation.op == .erase else { return nil }
    return mutation.other[EraseEvent.key]?.object?["leaf"]?.string.flatMap { Hash256($0) }
  }

  /// The id of the erasure that an erase event belongs to.
  public var erasure: String? {
    guard mutation.op == .erase else { return nil }
    return mutation.other[EraseEvent.key]?.object?["of"]?.string
  }
}
