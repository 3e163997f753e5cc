import DaybookLog
import DaybookModel
import DaybookView

/// The changes of one commit, as its author states them. The resulting mutations are worked out against the present
/// state when the commit is written: see ``EntityWriting``. ``Ledger/commit(_:by:why:key:expect:as:)`` writes a batch
/// that was made elsewhere.
public struct Batch: EntityWriting, Sendable {
  private(set) var items: [BatchItem.Content] = []

  public init() {}

  init(_ mutations: [Mutation]) { items = mutations.map { .mutation($0) } }

  init(_ mutations: MutationBuffer) { items = mutations.isEmpty ? [] : [.mutations(mutations)] }

  init(_ value: EntityValue, isKeyed: Bool) { items = [isKeyed ? .keyed(value) : .entity(value)] }

  /// Whether it has no changes. A batch that is not empty may still write nothing.
  public var isEmpty: Bool { items.isEmpty }

  /// Whether it has only mutations, which do not depend on the ledger's present state.
  var isPlain: Bool {
    items.allSatisfy { item in
      switch item {
      case .mutation, .mutations: true
      default: false
      }
    }
  }

  /// Adds a change after those that the batch has. It is checked only when the commit is written.
  public mutating func add(_ item: BatchItem) { items.append(item.content) }

  mutating func append(_ undo: Undo) { items.append(.undo(undo)) }

  mutating func append(resolving id: String, _ choice: ConflictChoice) {
    items.append(.resolution(id, choice))
  }

  mutating func append(_ transaction: @escaping @Sendable (inout Transaction) throws -> Void) {
    items.append(.transaction(transaction))
  }
}

/// One change of a ``Batch`` or a ``Transaction``. Made by the methods of ``EntityWriting``.
public struct BatchItem: Sendable {
  enum Content: Sendable {
    case mutation(Mutation)
    /// Many of them, as bytes.
    case mutations(MutationBuffer)
    /// An edge whose owner must exist.
    case edge(Mutation)
    case entity(EntityValue)
    /// A value to save in the entity that holds the natural key.
    case keyed(EntityValue)
    case update(EntityUpdate)
    case field(FieldWrite)
    case expectation(EntityExpectation)
    case undo(Undo)
    /// A resolution of the conflict with this id.
    case resolution(String, ConflictChoice)
    /// A closure that reads and writes when it is the commit's turn.
    case transaction(@Sendable (inout Transaction) throws -> Void)

    /// Whether what it writes, or its refusal, depends on the ledger's present state.
    var isTyped: Bool {
      switch self {
      case .edge, .entity, .keyed, .update, .field, .expectation, .transaction: true
      case .mutation, .mutations, .undo, .resolution: false
      }
    }

    /// Whether it may stand for any number of mutations.
    var isOpen: Bool {
      switch self {
      case .entity, .keyed, .update, .transaction: true
      default: false
      }
    }

    var isKeyed: Bool { if case .keyed = self { true } else { false } }
  }

  let content: Content
}
