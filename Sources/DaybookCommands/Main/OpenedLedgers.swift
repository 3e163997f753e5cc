import Daybook
import Synchronization

/// The ledgers that this run of the command opened. They are closed when it ends, so that the journal's mark records a
/// complete end: anything missing from the folder afterwards was removed.
final class OpenedLedgers: Sendable {
  @TaskLocal static var current = OpenedLedgers()

  private struct Opened {
    var ledger: Ledger
    /// Of the run that opened it.
    var policy: AccessPolicy
    var isDryRun: Bool
  }

  private let ledgers = Mutex<[Opened]>([])

  func note(_ ledger: Ledger) {
    let run = CommandRun.current
    let opened = Opened(
      ledger: ledger, policy: run.map { AccessPolicy.of($0.name) } ?? .reads,
      isDryRun: run?.has("--dry-run") ?? false)
    ledgers.withLock { $0.append(opened) }
  }

  /// Reports what no answer has reported about the ledgers' writers. If the run was to write and did not, also reports
  /// which of this machine's own events are missing: they may be the reason for the refusal.
  func tell(_ messages: Messages, isFailed: Bool) async {
    for opened in ledgers.withLock({ $0 }) { await tell(of: opened, messages, isFailed: isFailed) }
  }

  private func tell(of opened: Opened, _ messages: Messages, isFailed: Bool) async {
    messages.show(await opened.ledger.takeWriterNotices())
    guard opened.policy == .writes || opened.policy == .readsAndWrites && (isFailed || opened.isDryRun)
    else { return }
    // If the folder cannot be listed, the run ends with that error; a dry run ignores it.
    messages.show((try? await opened.ledger.untoldLackingHistory()) ?? [])
  }

  /// Reports which files the ledgers could not read and what no answer has reported, and closes them.
  func close(_ messages: Messages) async {
    let opened = ledgers.withLock { ledgers in
      defer { ledgers = [] }
      return ledgers
    }
    for opened in opened {
      messages.show(await opened.ledger.maintenance.unreadableNotices())
      await tell(of: opened, messages, isFailed: false)
      await opened.ledger.close()
      // The events that closing could not publish.
      messages.show(await opened.ledger.takeWriterNotices())
    }
  }
}

/// The notices of this run's writes that no answer has shown: many commands drop the receipts of their writes. They are
/// shown when the run ends, each once; that of a new replica also if the write was refused.
final class UnshownNotices: Sendable {
  @TaskLocal static var current = UnshownNotices()

  private let notices = Mutex<[Notice]>([])

  func note(_ notice: Notice) {
    notices.withLock { if !$0.contains(notice) { $0.append(notice) } }
  }

  func noteShown(_ notice: Notice) { notices.withLock { $0.removeAll { $0 == notice } } }

  /// Shows the notices that have not been shown.
  static func tell(_ messages: Messages) {
    let unshown = current.notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
    messages.show(unshown)
  }
}
