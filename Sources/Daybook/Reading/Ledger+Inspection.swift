// What lies below the face, for those in this package that judge it: simulations and benches.

package import DaybookRecords
package import DaybookReplication

extension Ledger {
  /// What the last reading of the folder found; it is not brought up to date by own commits.
  package var reading: ReadReport { loaded.report }

  /// Whether it holds the right to write.
  package var isWriting: Bool { session != nil }

  /// Lends the records as they are, without looking at the folder.
  package func withRecords<Result: Sendable>(
    _ body: @Sendable (borrowing Records) throws -> Result
  ) throws -> Result {
    try requireFresh()
    return try body(loaded.records)
  }
}
