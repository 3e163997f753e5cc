package import DaybookModel

extension LedgerError {
  /// What a failed file operation means to the ledger's user.
  package init(_ error: FileError) {
    let code: Code
    var advice: String?
    switch error.reason {
    case .noSpace: (code, advice) = (.inputOutput, "make room and try again")
    case .readOnly, .denied: (code, advice) = (.cannotCreate, "check the folder's permissions")
    case .locked:
      (code, advice) = (.locked, "copy the key files (keys-*.age) of all replicas from another machine")
    case .missing, .exists, .notRegular, .tooLarge, .system: code = .inputOutput
    }
    self.init(code, error.what, file: error.path.isEmpty ? nil : error.path, advice: advice, cause: error)
  }

  /// A key, ring or device file that exists but cannot be read.
  package init(unreadableKey error: FileError) {
    self.init(
      .unreadableKey, "a file with keys cannot be read: \(error.why)",
      file: error.path.isEmpty ? nil : error.path,
      advice: "check its permissions and the disk; nothing new was made in its place", cause: error)
  }
}
