import Daybook

/// The names of the machines that wrote.
struct Machines {
  private var names: [ReplicaID: String] = [:] {
    didSet { shared = Self.shared(names) }
  }
  /// Those that several have.
  private var shared: Set<String> = []

  init() {}

  init(of ledger: Ledger) async {
    names = await ledger.replicaNames()
    shared = Self.shared(names)
  }

  subscript(replica: ReplicaID) -> String? {
    get { names[replica] }
    set { names[replica] = newValue }
  }

  /// For people: the name, with the beginning of the id where another machine has the same, or the id of one that has none.
  func text(_ replica: ReplicaID) -> String {
    guard let name = names[replica] else { return replica.description }
    return shared.contains(name) ? "\(name) (\(replica.description.prefix(8)))" : name
  }

  private static func shared(_ names: [ReplicaID: String]) -> Set<String> {
    Set(Dictionary(grouping: names.values) { $0 }.filter { $0.value.count > 1 }.keys)
  }
}
