import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// Whether a setting is on. O(1).
  public func isEnabled(_ setting: Setting.Name) throws -> Bool {
    try requireFresh()
    return view.isEnabled(setting, in: loaded.records)
  }

  /// Turns a setting on or off, for all replicas. Writes nothing if the setting has that value already.
  @discardableResult
  public func set(
    _ setting: Setting.Name, enabled isEnabled: Bool, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    if try self.isEnabled(setting) == isEnabled { return AppendReceipt() }
    let mutation = Mutation(
      .upsert, kind: Setting.kind, id: setting.rawValue, set: ["value": .string(isEnabled ? "on" : "off")])
    return try await append([mutation], options: options)
  }
}

extension View {
  /// Whether a setting is on. O(1).
  func isEnabled(_ setting: Setting.Name, in records: borrowing Records) -> Bool {
    row(Setting.name, setting.rawValue, in: records)?["value"] == "on"
  }
}
