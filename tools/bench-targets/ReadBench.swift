import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication

/// The cost of reading a ledger's files alone, with folding, and with all checks. On a busy machine, use the processor
/// time.
enum ReadBench {
  static func run(_ path: String, count: Int) async throws -> Report {
    var report = Report()
    let store = try DiskFileStore(path: path)
    let descriptor = try LedgerDescriptor(store.readAll(LedgerLayout.descriptor))
    let state = path + ".bench-state"
    try Folder.remove(state)
    var options = LedgerOptions()
    (options.stateDirectory, options.cacheDirectory) = (state, state)

    let reader = LedgerReader(store: store, descriptor: descriptor)
    var events = 0.0
    try await add("read", count, to: &report) {
      events = Double(try reader.survey(try Inventory.scan(store)).events)
    }
    report.add("events", events, "")
    report.add("memory at most, so far", Folder.peakMemoryMegabytes, "MB")
    let auditor = try Auditor.open(at: path, options: options)
    var deep = VerifyOptions()
    deep.isDeep = true
    try await add("verify, deep", count, to: &report) {
      let verified = try auditor.verify(deep)
      guard verified.isSound else {
        throw LedgerError(.damaged, "the ledger is not sound: \(verified.findings)")
      }
    }
    report.add("memory at most, so far", Folder.peakMemoryMegabytes, "MB")
    try await add("open", count, to: &report) {
      _ = try await Ledger.open(at: path, systems: [], options: options)
    }
    report.add("memory at most", Folder.peakMemoryMegabytes, "MB")
    try Folder.remove(state)
    return report
  }

  private static func add(
    _ name: String, _ count: Int, to report: inout Report, _ body: () async throws -> Void
  ) async throws {
    var processor: [Double] = []
    let times = try await Measurement.of(name, count: count, warms: false) { _ in
      let before = Folder.processorMilliseconds
      try await body()
      processor.append(Folder.processorMilliseconds - before)
    }
    report.add("\(name), at best", times.milliseconds.min() ?? 0, "ms")
    report.add("\(name), processor at best", processor.min() ?? 0, "ms")
  }
}
