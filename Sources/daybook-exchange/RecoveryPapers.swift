import Daybook
import DaybookCommands
import DaybookLocking
import DaybookModel
import DaybookPaper

extension RecoveryPapers {
  static let printed = RecoveryPapers(
    text: { request, width, code in try request.paper.text(width: width, code: code.printed) },
    page: { request in try request.paper.html() },
    read: { typed in
      let key: RecoveryKey
      do throws(RecoveryPaperError) { key = try RecoveryPaper.key(typed: typed) } catch {
        throw LedgerError(.unreadableKey, error.what, advice: error.advice, cause: error)
      }
      return try RecoverySecret(paper: key.paper)
    })
}

extension RecoveryPapers.Request {
  fileprivate var paper: RecoveryPaper {
    get throws {
      RecoveryPaper(ledger: ledger, name: name, key: try RecoveryKey(paper: key.paper), made: made)
    }
  }
}

extension RecoveryPapers.Code {
  fileprivate var printed: RecoveryPaper.Code {
    switch self {
    case .halfBlocks: .halfBlocks
    case .spaces: .spaces
    case .none: .none
    }
  }
}
