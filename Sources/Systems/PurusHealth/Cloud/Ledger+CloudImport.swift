public import Daybook

extension Ledger {
  /// Takes records in their cloud form in: makes those that are not here, and writes what differs of the others.
  ///
  /// The same documents again write nothing, and so does a record where it came from. What was deleted here stays
  /// deleted; what a document does not speak of stays as it is. Keys that no version here knows are kept.
  ///
  /// - Parameters:
  ///   - documents: the records in their cloud form, one document each.
  ///   - zone: in which birthdays were meant that stand as moments other than midnight in UTC.
  ///   - isComplete: the documents are all of their records: an entry that one of their lists lacks is gone, and
  ///     returns with a document that has it.
  ///   - options: with ``AppendOptions/exceedsBounds`` also values that lie beyond the bounds of their fields.
  /// - Throws: ``LedgerError`` with code `bad-data`, naming kind, field and rule, `line` being the document's
  ///   place, from 1; then nothing is written.
  public func importCloudDocuments(
    _ documents: [CloudDocument], zone: TimeZoneRule = .utc, isComplete: Bool = false,
    options: AppendOptions = AppendOptions()
  ) async throws -> SyncReceipt {
    var options = options
    options.keepsUnknownFields = true
    let bounds = options.exceedsBounds ? nil : WriteMoment(SystemClock.now(), in: zone)
    do {
      return try await sync(options) { state, store in
        var run = CloudImport(isComplete: isComplete, zone: zone, bounds: bounds)
        for (index, document) in documents.enumerated() {
          do {
            try run.add(document, in: state, store: store)
          } catch let error as LedgerError {
            throw DocumentRefusal(index: index, error: error)
          }
        }
        return run.plan
      }
    } catch let refusal as DocumentRefusal {
      var error = refusal.error
      error.line = refusal.index + 1
      throw error
    } catch var error as LedgerError {
      // The place of an event, which nobody wrote.
      error.line = nil
      throw error
    }
  }
}

/// Which of several documents was refused, and why.
private struct DocumentRefusal: Error {
  /// From 0.
  var index: Int
  var error: LedgerError
}
