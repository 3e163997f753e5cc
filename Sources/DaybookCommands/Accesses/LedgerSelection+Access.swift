import Daybook

extension LedgerSelection {
  /// Records this run of the command, where it is to be recorded: before it has read anything that it might show.
  ///
  /// Asked for by `--audit-reads`, a reading that cannot be recorded shows nothing. Where only the ledger's setting
  /// asks for it, a copy that cannot be written stays readable, and a notice says so; but somebody else's lock is
  /// waited for, as a write does.
  func recordAccess(to ledger: Ledger) async throws {
    guard let run = CommandRun.current, AccessPolicy.of(run.name).isReading(run) else { return }
    let isDemanded = auditReads
    guard try await ledger.isOn(.auditReads) || isDemanded else { return }
    let messages = Messages(isJSON: run.value(of: "--format") == "json")
    do {
      let viewer = await viewer(run, in: ledger)
      var run = run
      run.entity = await entity(run, viewer, in: ledger)
      let access = Access(run, by: author(run), viewer: viewer?.id)
      messages.show(try await ledger.recordAccess(access).notices)
      // The lock is for the record alone: what is shown may take its time.
      await ledger.close()
    } catch let error as LedgerError where error.code != .busy {
      let what = "this reading cannot be recorded: \(error.what)"
      guard !isDemanded else {
        throw LedgerError(
          .refused, what + "; nothing is shown", file: error.file,
          advice: "read where the ledger can be written, or without --audit-reads")
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

  /// The id of the named entity; a text that matches none stays as typed.
  private func entity(_ run: CommandRun, _ viewer: Viewer?, in ledger: Ledger) async -> String? {
    guard let kind = run.kind, let text = run.entity else { return run.entity }
    return (try? await ledger.entity(text, of: kind, as: viewer, .written).id) ?? text
  }
}
