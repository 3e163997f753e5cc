import DaybookModel
public import DaybookView

/// Reads and writes in one step: it reads the ledger in the state to which it writes, and no other write of this
/// machine comes between. ``Ledger/write(by:why:as:_:)`` lends it to its closure; you cannot keep it.
public struct Transaction: ~Copyable, EntityWriting {
  private let ledger: Ledger
  private let reads: TransactionReads
  private var batch = Batch()
  /// Why a change could not be made. It fails the commit even if the closure does not rethrow the error.
  private var failure: (any Error)?

  init(ledger: Ledger, reads: TransactionReads) { (self.ledger, self.reads) = (ledger, reads) }

  /// Adds a change; later reads of the transaction see it. An error in it fails the commit, even if the closure
  /// catches it.
  public mutating func add(_ item: BatchItem) { batch.add(item) }

  /// One entity with what this transaction has written to it; nil if it does not exist. Relations that other entities
  /// store, and fields computed from other entities, are as they were before the transaction.
  public mutating func get<E: Entity>(_ id: Ref<E>) throws -> E? {
    guard let row = try get(kind: E.kind, id: id.savedID) else { return nil }
    return try ledger.decoded(row, as: E.self)
  }

  /// One entity as a row, for a kind that is known only at run time, with what this transaction has written to it;
  /// nil if it does not exist. Refused once the transaction has written to it, if the ledger was opened without its
  /// kind.
  public mutating func get(kind: String, id: String) throws -> Row? {
    try settle()
    return try reads.row(kind, id)
  }

  /// Answers a query as of before the transaction. O(entities of the kind). Refused once the transaction has written to
  /// an entity of this kind.
  public mutating func query(_ query: Query) throws -> QueryResult {
    try settle()
    return try reads.query(query)
  }

  /// Entities as their structs, as ``query(_:)`` finds them.
  public mutating func fetch<E: Entity>(
    _ type: E.Type, where condition: Condition? = nil, sort: [SortKey] = [], limit: Int? = nil,
    offset: Int = 0
  ) throws -> [E] {
    let query = Query(E.kind, where: condition, sort: sort, limit: limit, offset: offset)
    let rows = try self.query(query).rows
    let ledger = ledger
    return try rows.map { try ledger.decoded($0, as: E.self) }
  }

  /// How many entities a condition holds for, as ``query(_:)`` finds them.
  public mutating func count<E: Entity>(_ type: E.Type, where condition: Condition? = nil) throws -> Int {
    var query = Query(E.kind, where: condition)
    query.isCount = true
    return try self.query(query).count
  }

  /// Works out the mutations of the items added since the last time.
  mutating func settle() throws {
    if let failure { throw failure }
    if batch.isEmpty { return }
    let added = batch
    batch = Batch()
    do {
      try reads.settle(added)
    } catch {
      failure = error
      throw error
    }
  }
}

/// What a transaction needs from the ledger in whose turn it runs.
struct TransactionReads {
  let settle: (Batch) throws -> Void
  let row: (_ kind: String, _ id: String) throws -> Row?
  let query: (Query) throws -> QueryResult
}
