import DaybookLog
import DaybookModel

extension Ledger {
  /// Imports a source: makes the entities that the ledger does not have, and writes what differs in the others.
  ///
  /// Writes only `sync` events and links, so what the user deleted stays deleted; importing the same source again
  /// writes nothing. It is written in commits of bounded size as it is read, so memory does not grow with the source,
  /// and an import that was interrupted is continued by running it again. A record that cannot be imported is skipped
  /// and named.
  ///
  /// - Parameters:
  ///   - importer: reads the source, record by record.
  ///   - options: how the commits are written; a dry run writes nothing.
  ///   - progress: called after each commit.
  /// - Throws: what the importer throws, once everything before it is written.
  public func importAll(
    _ importer: sending some Importer, options: AppendOptions = AppendOptions(),
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> SyncReceipt {
    var importer = importer
    if !options.isDryRun { try beginPlanning() }
    var run = ImportRun(isDryRun: options.isDryRun)
    run.batch.isHeldToRules = importer.isHeldToRules
    run.batch.firstRecordWins = importer.firstRecordWins
    (run.batch.exceedsBounds, run.batch.now) = (
      options.exceedsBounds, WriteMoment(self.options.now(), in: self.options.zone)
    )
    run.batch.ownKinds = importer.ownKinds
    loaded.holders.erased.begin(options)
    var failure: (any Error)?
    var goesOn = true
    while goesOn {
      do { goesOn = try gather(&run, from: &importer) } catch {
        (failure, goesOn) = (error, false)
      }
      let mutations = try await write(&run, options)
      progress(
        ImportProgress(bytesRead: importer.bytesRead, records: run.recordCount, mutations: mutations))
    }
    run.receipt.plan.sources = importer.sources.map(\.id)
    let sources = run.changedSources.map { source in
      var mutation = source.mutation
      for field in importer.sourceFields { mutation.set?[field.key] = field.value }
      return mutation
    }
    try await write(sources, &run, options)
    run.receipt.notices += takeNotices()
    if let notice = loaded.holders.erased.notice { run.receipt.notices.append(notice) }
    if let failure { throw ImportFailure(cause: failure, receipt: run.receipt) }
    if !options.isDryRun, let notice = remember(run.receipt.plan.sources) {
      run.receipt.notices.append(notice)
    }
    return run.receipt
  }

  /// Reads records until a commit is full; returns false at the source's end.
  private func gather(_ run: inout ImportRun, from importer: inout some Importer) throws -> Bool {
    try requireFresh()
    beginWeighing()
    let result = Result { try take(&run, from: &importer) }
    do { try endWeighing() } catch {
      // Planned without knowing the sources' earlier values.
      run.batch.clear(keepsNames: false)
      throw error
    }
    return try result.get()
  }

  private func take(_ run: inout ImportRun, from importer: inout some Importer) throws -> Bool {
    loaded.holders.schemas = schemas
    loaded.holders.view = view(for: nil)
    loaded.holders.blobs = BlobStore(folder)
    let beginning = importer.bytesRead
    while !run.batch.isFull, importer.bytesRead - beginning < ImportRun.stepSizeBytes {
      do {
        guard let step = try importer.next(in: loaded) else { return false }
        run.take(step, of: importer.sources.first, in: loaded)
      } catch let error as LedgerError where error.code == .unreadable {
        run.skip(SyncRemark(file: error.file ?? "", reason: error.what))
      }
    }
    return true
  }

  /// - Returns: what was written, without the records that were refused.
  private func write(_ run: inout ImportRun, _ options: AppendOptions) async throws -> [Mutation] {
    let records = run.batch.records
    defer { run.batch.clear(keepsNames: options.isDryRun) }
    if !options.isDryRun {
      let blobs = BlobStore(folder)
      for blob in records.lazy.flatMap(\.blobs) { _ = try blobs.write(blob) }
    }
    let mutations = records.flatMap(\.mutations)
    do {
      try await write(mutations, &run, options)
      for record in records { run.count(record) }
      return mutations
    } catch let error as LedgerError where records.count > 1 && error.isOfContent {
      // One of them is at fault: they are written one by one, so that the others are imported.
      var written: [Mutation] = []
      for record in records where try await writeAlone(record, &run, options) { written += record.mutations }
      return written
    } catch let error as LedgerError where error.isOfContent {
      run.refuse(records[0], error)
      return []
    }
  }

  /// Whether the record was not refused.
  private func writeAlone(
    _ record: ImportBatch.Planned, _ run: inout ImportRun, _ options: AppendOptions
  ) async throws -> Bool {
    do {
      try await write(record.mutations, &run, options)
      run.count(record)
      return true
    } catch let error as LedgerError where error.isOfContent {
      run.refuse(record, error)
      return false
    }
  }

  /// In a dry run, reports what a real run would report.
  private func write(_ mutations: [Mutation], _ run: inout ImportRun, _ options: AppendOptions) async throws {
    for commit in SyncCommits(mutations) {
      let written = try await append(commit, options: options)
      run.add(written, isDryRun: options.isDryRun)
    }
  }
}

/// An import that ended before its source did. What came before is written.
public struct ImportFailure: Error {
  /// What ended it: an error of the importer, or of reading the ledger.
  public var cause: any Error
  /// What was read, written and skipped until then, as for a run that ended there.
  public var receipt: SyncReceipt
}

extension LedgerError {
  /// Whether the fault lies in the data to write, and not in the place to write it to.
  fileprivate var isOfContent: Bool { code == .badData || code == .refused || code == .usage }
}
