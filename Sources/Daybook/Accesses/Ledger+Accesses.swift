import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// See ``LedgerAudit/recordAccess(_:by:)``.
  func recordAccess(_ access: Access, by author: String?) async throws -> AppendReceipt {
    // A commit would be acknowledged but wait in this machine's state, where nobody else would ever see it.
    guard mayPublish else {
      throw LedgerError(
        .refused, "the read cannot be recorded: the ledger's folder is not writable", file: info.path,
        advice: "read a copy that is writable")
    }
    var access = access
    access.id = Access.ID()
    access.by = access.by ?? author
    let record = access
    return try await commit(by: record.by) { try $0.upsert(record) }
  }

  private var mayPublish: Bool {
    // A ledger in memory has no path; a ledger in an archive is a file.
    guard SystemFolder.exists(info.path) else { return true }
    return SystemFolder.isFolder(info.path)
      && SystemFolder.mayWrite(in: info.path + "/" + LedgerLayout.replicas)
  }
}

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
