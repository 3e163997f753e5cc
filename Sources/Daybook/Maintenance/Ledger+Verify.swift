import DaybookModel

extension Ledger {
  /// ``Auditor/verify(_:)`` of this ledger.
  public func verify(_ options: VerifyOptions = VerifyOptions()) throws -> VerificationReport {
    try auditor.verify(options)
  }
}
