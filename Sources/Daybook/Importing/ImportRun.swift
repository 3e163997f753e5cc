import DaybookLog
import DaybookModel

/// An import on its way.
struct ImportRun {
  /// After so many bytes without a new record, the run checks whether to continue.
  static let stepSizeBytes: Int64 = 16 << 20
  /// How many skipped records or notices are named one by one; the others are counted.
  static let remarksMax = 10_000

  var batch = ImportBatch()
  var receipt = SyncReceipt()
  /// In the order in which something of them was written.
  private(set) var changedSources: [SyncSource] = []
  private let isDryRun: Bool
  /// The codes of the reported ones; the texts of one code differ only in file names, which do not matter.
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

/// Which fields of which entities the records of a run have set, for sources whose first record counts.
struct ToldFields {
  /// Most entities of a source have the same fields.
  private var sets: [Set<String>] = []
  private var numbers: [Set<String>: Int] = [:]
  private var entities: [EntityName: Int] = [:]

  func contains(_ field: String, of name: EntityName) -> Bool {
    entities[name].map { sets[$0].contains(field) } ?? false
  }

  mutating func add(_ fields: JSONObject, of name: EntityName) {
    let before = entities[name]
    let all = (before.map { sets[$0] } ?? []).union(fields.map(\.key))
    if let before, all.count == sets[before].count { return }
    if numbers[all] == nil {
      numbers[all] = sets.count
      sets.append(all)
    }
    entities[name] = numbers[all]
  }
}

/// Elements that a run found but does not import, with counts, for one notice at its end.
public struct UnreadElements: Sendable {
  private var counts: [String: Int] = [:]
  private var file: String?

  /// More names are not remembered.
  private static let namesMax = 1000
  private static let shownMax = 20

  public init() {}

  /// Counts each name once per occurrence. The notice names the first file; beyond 1000 different names new ones are
  /// left out.
  public mutating func note(_ names: some Sequence<String>, in file: String) {
    for name in names where counts[name] != nil || counts.count < Self.namesMax {
      counts[name, default: 0] += 1
      if self.file == nil { self.file = file }
    }
  }

  /// Nil if there is nothing to report, or it was reported already.
  public mutating func takeNotice() -> SyncRemark? {
    guard let file, !counts.isEmpty else { return nil }
    let names = counts.sorted { $0.key < $1.key }.map { "\(OneLine.cut($0.key)) (\($0.value))" }
    let rest = names.count - Self.shownMax
    self = UnreadElements()
    return SyncRemark(
      file: file,
      reason: "not imported: " + names.prefix(Self.shownMax).joined(separator: ", ")
        + (rest > 0 ? " and \(rest) others" : ""))
  }
}
