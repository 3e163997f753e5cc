public import DaybookView

extension System {
  /// What every ledger has: its replicas and the sources it is fed from.
  public static let daybook = System("daybook", version: 1, kinds: [Replica.self, Source.self])
}
