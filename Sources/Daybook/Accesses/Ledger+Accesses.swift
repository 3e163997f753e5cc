import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// Records that somebody reads the ledger. Once it returns, the record is durable and the requested data may be
  /// shown, so nothing is shown that is not recorded. Costs one commit.
  ///
  /// The record is an entity with a new id, whatever id `access` has, and it is replicated like every other entity. The
  /// library never calls this method by itself: an app calls it where it shows data, and the command calls it for each
  /// of its readings when ``Setting/Name/auditReads`` is on.
  ///
  /// - Parameters:
  ///   - access: what is read, by whom and with which words; its id is replaced by a new one.
  ///   - author: who reads, unless `access` says so.
  /// - Throws: ``LedgerError`` if nothing can be written, `refused` if the ledger's folder is read-only: then show
  ///   nothing, or at least say that the reading is not recorded.
  @discardableResult
  public func recordAccess(_ access: Access, by author: String? = nil) async throws -> AppendReceipt {
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
