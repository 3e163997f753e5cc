package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The command's exit status (the numbers of sysexits.h where they fit).
package enum ExitStatus {
  package static let done: Int32 = 0
  /// The answer is no: not found, or a check found something.
  package static let no: Int32 = 1
  package static let usage: Int32 = 64
  package static let badData: Int32 = 65
  package static let noLedger: Int32 = 66
  package static let unreachable: Int32 = 69
  package static let cannotCreate: Int32 = 73
  package static let inputOutput: Int32 = 74
  package static let busy: Int32 = 75
  package static let refused: Int32 = 77

  package static func of(_ code: LedgerError.Code) -> Int32 {
    switch code {
    case .notFound: no
    case .usage: usage
    case .badData, .damaged: badData
    case .noLedger: noLedger
    case .unreachable: unreachable
    case .cannotCreate: cannotCreate
    case .busy: busy
    case .refused, .moved, .locked, .revoked, .unreadableKey: refused
    default: inputOutput
    }
  }

  /// All of them, as the manual shows them.
  package static let meanings: [(status: Int32, text: String)] = [
    (done, "Done."),
    (no, "The answer is no: not found, or verify or a check found something."),
    (usage, "The command was not understood."),
    (badData, "Bad data in the input; the good part may have been processed."),
    (noLedger, "There is no ledger."),
    (unreachable, "A part of daybook, or a service, cannot be reached."),
    (cannotCreate, "A file or folder cannot be created."),
    (inputOutput, "Reading or writing failed."),
    (busy, "Another writer holds the ledger; try again."),
    (
      refused,
      "Refused: the rules of the ledger or its schema do not allow it, or the ledger is locked and this device has no key."
    ),
  ]
}

/// Ends a command that has already reported everything.
package struct Finished: Error {
  package var status: Int32
  package init(_ status: Int32) { self.status = status }
}

/// The system's own error numbers in the words of the ledger.
package enum SystemError {
  /// The error of the call that just failed.
  package static func current(
    _ what: String, file: String? = nil, _ code: LedgerError.Code = .inputOutput, advice: String? = nil
  ) -> LedgerError {
    let number = errno
    return LedgerError(code, "\(what): \(String(cString: strerror(number)))", file: file, advice: advice)
  }
}
