import DaybookModel

extension Ledger {
  /// ``Auditor/verify(_:)`` of this ledger. Reads and writes of the ledger go on meanwhile.
  public nonisolated func verify(
    _ options: VerifyOptions = VerifyOptions()
  ) async throws -> VerificationReport {
    try auditor.verify(options)
  }
}
