import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// A ledger of its own, and files to import into it.
struct HealthFixture {
  let folder: TemporaryFolder
  let ledger: Ledger

  init() async throws {
    folder = try TemporaryFolder()
    ledger = try Ledger.inMemory(systems: [.purus])
  }

  /// A file of this content.
  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let url = URL(fileURLWithPath: folder.path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    return url.path
  }

  @discardableResult
  func importFHIR(
    _ files: String..., record: String? = nil, base: String = "", exceedsBounds: Bool = false
  ) async throws -> SyncReceipt {
    try await ledger.importAll(
      FHIRImporter(files: files, record: record, base: base, zone: .utc), options: Self.options(exceedsBounds)
    )
  }

  @discardableResult
  func importAppleHealth(
    _ files: String..., record: String? = nil, exceedsBounds: Bool = false
  ) async throws -> SyncReceipt {
    try await ledger.importAll(
      AppleHealthImporter(files: files, record: record, zone: .utc), options: Self.options(exceedsBounds))
  }

  static func options(_ exceedsBounds: Bool) -> AppendOptions {
    var options = AppendOptions()
    options.exceedsBounds = exceedsBounds
    return options
  }

  /// All entities of a kind, in the order of their ids.
  func rows(_ kind: String) async throws -> [Row] {
    try await ledger.query(Query(kind)).rows.sorted { $0.id < $1.id }
  }

  func only(_ kind: String) async throws -> Row {
    let rows = try await rows(kind)
    try #require(rows.count == 1, "\(kind): \(rows.count)")
    return rows[0]
  }
}

extension SyncReceipt {
  /// Read, skipped, created, changed, unchanged.
  var counts: [Int] {
    let summary = plan.summary
    return [summary.read, summary.skipped, summary.created, summary.changed, summary.unchanged]
  }

  var reasons: [String] { plan.skipped.map(\.reason) }
}
