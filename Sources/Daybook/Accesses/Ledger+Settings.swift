import DaybookModel

extension Ledger {
  /// Whether a setting is on. O(1).
  public func isOn(_ setting: Setting.Name) throws -> Bool {
    try get(kind: Setting.kind, id: setting.rawValue)?["value"] == "on"
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
