import Daybook
import Synchronization

/// The ledgers that this run of the command opened. They are closed when it ends, so that its journal's mark says that
/// nothing was cut short: what is missing from the folder afterwards was removed.
final class OpenedLedgers: Sendable {
  @TaskLocal static var current = OpenedLedgers()

  private let ledgers = Mutex<[Ledger]>([])

  func note(_ ledger: Ledger) { ledgers.withLock { $0.append(ledger) } }

  /// Says which files the ledgers could not read and what no answer has said, and closes them.
  func close(_ messages: Messages) async {
    let opened = ledgers.withLock { ledgers in
      defer { ledgers = [] }
      return ledgers
    }
    for ledger in opened {
      messages.show(await ledger.unreadableNotices())
      messages.show(await ledger.takeWriterNotices())
      await ledger.close()
    }
  }
}
