import Daybook
import Synchronization

/// The ledgers that this run of the command opened. They are closed when it ends, so that its journal's mark says that
/// nothing was cut short: what is missing from the folder afterwards was removed.
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

  /// Says what no answer has said of the ledgers' writers. If the run was to write and has not, also which of this
  /// machine's own events are missing: what was refused may be refused for that.
  func tell(_ messages: Messages, isFailed: Bool) async {
    for opened in ledgers.withLock({ $0 }) { await tell(of: opened, messages, isFailed: isFailed) }
  }

  private func tell(of opened: Opened, _ messages: Messages, isFailed: Bool) async {
    messages.show(await opened.ledger.takeWriterNotices())
    guard opened.policy == .writes || opened.policy == .readsAndWrites && (isFailed || opened.isDryRun)
    else { return }
    // If the folder cannot be listed, the run ends with that error; to a dry run it makes no difference.
    messages.show((try? await opened.ledger.untoldLackingHistory()) ?? [])
  }

  /// Says which files the ledgers could not read and what no answer has said, and closes them.
  func close(_ messages: Messages) async {
    let opened = ledgers.withLock { ledgers in
      defer { ledgers = [] }
      return ledgers
    }
    for opened in opened {
      messages.show(await opened.ledger.unreadableNotices())
      await tell(of: opened, messages, isFailed: false)
      await opened.ledger.close()
      // What closing could not publish.
      messages.show(await opened.ledger.takeWriterNotices())
    }
  }
}
