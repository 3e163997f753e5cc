import Daybook

/// The names of the machines that wrote.
struct Machines {
  private var names: [ReplicaID: String] = [:]

  init() {}

  init(of ledger: Ledger) async { names = await ledger.replicaNames() }

  subscript(replica: ReplicaID) -> String? {
    get { names[replica] }
    set { names[replica] = newValue }
  }

  /// For people: the name, or the id of one that has none.
  func text(_ replica: ReplicaID) -> String { names[replica] ?? replica.description }
}
