public import DaybookView

extension System {
  /// What every ledger has: its replicas, the sources it is fed from, its settings, who read what, and what
  /// the columns of tables mean.
  public static let daybook = System(
    "daybook", version: 1, kinds: [Replica.self, Source.self, Setting.self, Access.self, Mapping.self])
}
