import DaybookLog
import DaybookModel

/// An import on its way.
struct ImportRun {
  /// A source from which nothing new comes is asked after so many bytes whether to go on.
  static let stepSizeBytes: Int64 = 16 << 20
  /// So many skipped records or notices are named one by one; the others are counted.
  static let remarksMax = 10_000

  var batch = ImportBatch()
  var receipt = SyncReceipt()
  /// In the order in which something of them was written.
  private(set) var changedSources: [SyncSource] = []
  private let isDryRun: Bool
  /// The codes of those told; the texts of one code differ by names of files that mean nothing.
  private var notices: Set<String> = []

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  var recordCount: Int { receipt.plan.summary.read + receipt.plan.summary.skipped }

  mutating func take(_ step: ImportStep, of source: SyncSource?, in state: borrowing LedgerState) {
    switch step {
    case .notice(let remark):
      note(remark)
    case .skipped(let remark): skip(remark)
    case .record(var record):
      record.source = record.source ?? source
      do throws(ImportBatch.Refusal) {
        for remark in try batch.add(record, in: state) { note(record.remark(remark)) }
      } catch {
        skip(record.remark(error.reason))
      }
    }
  }

  /// Of a record that is written, or was here already.
  mutating func count(_ record: ImportBatch.Planned) {
    receipt.plan.summary.read += 1
    switch record.outcome {
    case .created: receipt.plan.summary.created += 1
    case .changed: receipt.plan.summary.changed += 1
    case .unchanged, nil: receipt.plan.summary.unchanged += 1
    }
    if ![nil, .unchanged].contains(record.outcome), let source = record.source,
      !changedSources.contains(source)
    {
      changedSources.append(source)
    }
  }

  mutating func refuse(_ record: ImportBatch.Planned, _ error: LedgerError) {
    let reason = [error.what, error.advice].compactMap { $0 }.joined(separator: "; ")
    skip(SyncRemark(file: record.file, line: record.line, byte: record.byte, reason: reason))
  }

  private mutating func note(_ remark: SyncRemark) {
    if receipt.plan.notices.count < Self.remarksMax { receipt.plan.notices.append(remark) }
  }

  mutating func skip(_ remark: SyncRemark) {
    receipt.plan.summary.skipped += 1
    if receipt.plan.skipped.count < Self.remarksMax { receipt.plan.skipped.append(remark) }
  }

  mutating func add(_ written: AppendReceipt, isDryRun: Bool) {
    for notice in written.notices where notices.insert(notice.code).inserted {
      receipt.notices.append(notice)
    }
    guard !isDryRun else { return }
    receipt.events += written.eventCount
    receipt.commits += 1
    receipt.lastStamp = written.lastStamp ?? receipt.lastStamp
  }
}
