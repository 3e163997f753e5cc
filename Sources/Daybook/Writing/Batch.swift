import DaybookView

/// The changes of one commit, as its author wants them. What they come to is worked out against the
/// present state when the commit is written: see ``EntityWriting``.
public struct Batch: EntityWriting, Sendable {
  private(set) var items: [BatchItem.Content] = []

  public init() {}

  init(_ mutations: [Mutation]) { items = mutations.map { .mutation($0) } }

  init(_ lines: MutationLines) { items = lines.isEmpty ? [] : [.lines(lines)] }

  init(_ value: EntityValue, isKeyed: Bool) { items = [isKeyed ? .keyed(value) : .entity(value)] }

  public var isEmpty: Bool { items.isEmpty }

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
    case lines(MutationLines)
    /// An edge whose owner must be there.
    case edge(Mutation)
    case entity(EntityValue)
    /// Of whoever holds the natural key.
    case keyed(EntityValue)
    case update(EntityUpdate)
    case field(FieldWrite)
    case expectation(EntityExpectation)
    case undo(Undo)
    /// Of the conflict with this id.
    case resolution(String, ConflictChoice)
    /// Reads and writes when it is its turn.
    case transaction(@Sendable (inout Transaction) throws -> Void)

    /// Whether the ledger's present state decides what it comes to, or whether it is refused.
    var isTyped: Bool {
      switch self {
      case .edge, .entity, .keyed, .update, .field, .expectation, .transaction: true
      case .mutation, .lines, .undo, .resolution: false
      }
    }

    /// Whether it stands for as many mutations as it takes.
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
