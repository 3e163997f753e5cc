import DaybookLog
import DaybookModel

extension Ledger {
  /// Refuses an erasure of which an event would be longer than a line may be, before anything is written. O(1) unless
  /// names are long.
  func requireLength(
    _ writing: ErasureWriting, _ options: AppendOptions, _ request: ErasureRequest
  ) async throws {
    guard writing.mayBeLong else { return }
    var options = options
    options.isDryRun = true
    for group in writing.groups {
      for part in group {
        let planned = try await commit(CommitRequest(content: part.batch, options: options))
        for event in planned.events {
          // A dry run does not know the event's number.
          let sizeBytes = EventLineWriter.line(event).count + String(UInt64.max).utf8.count
          guard sizeBytes > JSONLimit.lineSizeBytesMax else { continue }
          throw LedgerError(tooLong: sizeBytes, request)
        }
      }
    }
  }
}

extension ErasureWriting {
  /// A name may lie twice in an event, and each byte of it may take six.
  var mayBeLong: Bool {
    let longest = preview.parts.map { $0.kind.utf8.count + $0.id.utf8.count }.max() ?? 0
    return longest + fields.reduce(0) { $0 + $1.utf8.count } > JSONLimit.lineSizeBytesMax / 16
  }
}

extension LedgerError {
  /// Of an event that would erase something.
  fileprivate init(tooLong sizeBytes: Int, _ request: ErasureRequest) {
    let advice =
      if !request.fields.isEmpty {
        "name fewer fields at a time, or none, which erases all of them"
      } else if request.takesOthers {
        "erase it without what belongs to it, and that entity by entity"
      } else {
        "its id is too long to be erased: deleting it hides it, and its values stay in the log"
      }
    self.init(
      .refused,
      "an event of this erasure would be a line of \(sizeBytes) bytes, more than 1 MiB, since the names in it are that long; nothing was erased",
      advice: advice)
  }
}
