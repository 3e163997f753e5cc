import DaybookLog
import DaybookModel
package import DaybookView

extension Ledger {
  /// Writes mutations as one commit, as ``append(_:options:)`` does, from the lines that say them: what is in the form
  /// in which it is stored is copied, not read.
  package nonisolated func append(
    _ lines: MutationLines, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await commit(CommitRequest(content: Batch(lines), options: options))
  }

  /// What is wrong with requests none of which can be read: such make no replica of this machine. Nil where one can.
  func unreadable(_ requests: [CommitRequest]) -> [Result<AppendReceipt, any Error>]? {
    var failures: [Result<AppendReceipt, any Error>] = []
    for request in requests {
      guard let lines = request.commonLines else { return nil }
      do throws(LedgerError) {
        _ = try lines.mutations()
        return nil
      } catch {
        failures.append(.failure(error))
      }
    }
    return failures
  }

  /// A commit of lines, checked and spelled out; nil when no session is open.
  func draft(_ lines: MutationLines, _ options: AppendOptions) throws -> CommitDraft? {
    guard var clock = session?.clock, let seen = session?.seen(loaded) else { return nil }
    let now = self.options.now()
    let random = self.options.random
    do {
      session?.planner.exceedsBounds = options.exceedsBounds
      session?.planner.zone = self.options.zone
      // In place: a copy of the session would copy what the planner knows of all unique values.
      let bodies = try session?.planner.plan(
        lines, loaded.records, defaults: MutationDefaults(by: options.by, why: options.why),
        keepsUnknownFields: options.keepsUnknownFields, prepare: { try storingLargeData($0) },
        random: random
      ) { clock.next(now: now) }
      session?.clock = clock
      return bodies.map { CommitDraft(bodies: $0, seen: seen) }
    } catch var refusal as MutationRefusal {
      refusal.error.line = refusal.index + 1
      throw refusal.error
    } catch {
      // What was planned is not written.
      session?.planner.reset()
      throw error
    }
  }
}
