import Daybook

extension LedgerSelection {
  /// Records this run of the command, if it is to be recorded, before it reads anything that it might show.
  ///
  /// With `--audit-reads`, a reading that cannot be recorded shows nothing. With the ledger's setting alone, a copy
  /// that cannot be written stays readable, and a notice says so. A lock held by another process is waited for, as for
  /// a write.
  func recordAccess(to ledger: Ledger) async throws {
    guard let run = CommandRun.current, AccessPolicy.of(run.name).isReading(run) else { return }
    let isDemanded = auditReads
    guard try await ledger.isEnabled(.auditReads) || isDemanded else { return }
    let messages = Messages(isJSON: run.value(of: "--format") == "json")
    do {
      let viewer = await viewer(run, in: ledger)
      let run = await named(run, viewer, in: ledger)
      let access = Access(run, by: author(run), viewer: viewer?.id)
      messages.show(try await ledger.audit.recordAccess(access).notices)
      // The lock is held only for the record: showing the data may take long.
      await ledger.close()
    } catch let error as LedgerError where error.code != .busy {
      let what = "this reading cannot be recorded: \(error.what)"
      guard !isDemanded else {
        throw LedgerError(
          .refused, what + "; nothing is shown", file: error.file,
          advice: "read where the ledger can be written, or leave out --audit-reads")
      }
      messages.show(Notice("unrecorded", what))
    }
  }

  private func author(_ run: CommandRun) -> String {
    let named = AccessPolicy.of(run.name).takesAuthor ? run.value(of: "--by") : nil
    return named ?? Environment.nonEmpty("DAYBOOK_BY") ?? Environment.userName
  }

  /// The user whom `--as` names; if no user has the name, it stays as typed.
  private func viewer(_ run: CommandRun, in ledger: Ledger) async -> Viewer? {
    guard let name = run.value(of: "--as") else { return nil }
    return try? await ledger.viewer(named: name)
  }

  /// The run with the id of the entity that it names. A text that names no entity and is not an id is not recorded: it
  /// may be the name of somebody who was erased.
  private func named(_ run: CommandRun, _ viewer: Viewer?, in ledger: Ledger) async -> CommandRun {
    guard let text = run.entity else { return run }
    var run = run
    let found: String? =
      if let kind = run.kind {
        try? await ledger.entity(text, of: kind, as: viewer, .written).id
      } else {
        try? await ledger.entityID(text, of: [], as: viewer)
      }
    // For a viewer, a text that matches no entity is returned as an id.
    if let found, found != text {
      run.entity = found
    } else if await !ledger.isID(text, of: run.kind) {
      run.entity = nil
      run.arguments = run.arguments.map { $0 == text ? "(not found)" : $0 }
    }
    return run
  }
}

extension Ledger {
  /// Whether a text is the id of an entity that was ever written, or has the form of generated ids: hex digits.
  nonisolated fileprivate func isID(_ text: String, of kind: String?) async -> Bool {
    let isHexadecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isHexadecimal, text.utf8.contains(where: { $0 <= UInt8(ascii: "9") }) { return true }
    let isWritten = try? await withView { view in
      (kind.map { [$0] } ?? view.kinds).contains { view.readStored($0, text) { _ in true } ?? false }
    }
    return isWritten ?? false
  }
}
