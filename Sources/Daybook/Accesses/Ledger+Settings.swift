import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// Whether a setting is on. O(1).
  public func isOn(_ setting: Setting.Name) throws -> Bool {
    try requireFresh()
    return view.isOn(setting, in: loaded.records)
  }

  /// Turns a setting on or off, for everybody who holds the ledger. Nothing is written where it is so already.
  @discardableResult
  public func turn(
    _ setting: Setting.Name, on isOn: Bool, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    if try self.isOn(setting) == isOn { return AppendReceipt() }
    let mutation = Mutation(
      .upsert, kind: Setting.kind, id: setting.rawValue, set: ["value": .string(isOn ? "on" : "off")])
    return try await append([mutation], options: options)
  }
}

extension View {
  /// Whether a setting is on. O(1).
  func isOn(_ setting: Setting.Name, in records: borrowing Records) -> Bool {
    row(Setting.name, setting.rawValue, in: records)?["value"] == "on"
  }
}
