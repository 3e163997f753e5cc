package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
