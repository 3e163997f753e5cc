public import DaybookView

extension System {
  /// What every ledger has: its replicas, the sources it is fed from, its settings, who read what, what
  /// the columns of tables mean, and what was erased.
  public static let daybook = System(
    "daybook", version: 1,
    kinds: [Replica.self, Source.self, Setting.self, Access.self, Mapping.self, Erasure.self])
}
