import Daybook
import DaybookModel

// What the export itself holds, sample by sample, and the days' sums behind them.
extension AppleHealthImporter {
  mutating func advance(_ state: borrowing LedgerState) throws(LedgerError) {
    guard var open = export else { return }
    let isOpen = try open.read()
    var new: [ImportStep] = []
    for item in open.reader.takeItems() {
      switch item {
      case .me(let me):
        weigh(&open, state)
        // After samples, it comes too late to determine their owner.
        if !open.isOwned { new.append(take(me: me, of: open, state)) }
        open.isOwned = true
      case .exported(let text):
        open.moment = HealthTime.read(text)?.time ?? .min
      case .unread(let name): unread.note([name], in: open.name)
      case .bad(let reason, let line):
        new.append(.skipped(SyncRemark(file: open.name, line: line, reason: reason)))
      case .sample(let sample):
        weigh(&open, state)
        new += ownerIfNeeded(&open, state)
        if let step = take(sample, &open, state) { new.append(step) }
      }
    }
    if !isOpen {
      weigh(&open, state)
      if !open.reader.totals.keys.isEmpty { new += ownerIfNeeded(&open, state) }
      new += finish(&open, state)
    }
    if !isOpen { totals = (open, 0) }
    export = isOpen ? open : nil
    queue(new)
  }

  /// Called before the first of its entries.
  private mutating func weigh(_ open: inout OpenExport, _ state: borrowing LedgerState) {
    guard !open.isWeighed else { return }
    if newestKnown == nil {
      let sources = state.entities(
        Source.kind, where: "format", equals: .string(SyncSource.Format.health.rawValue))
      newestKnown =
        sources.compactMap { $0.values["exportedAt"]?.string.flatMap { Instant($0)?.milliseconds } }
        .max() ?? .min
    }
    open.weigh(against: newest, known: newestKnown)
  }

  /// Called after the last of its entries.
  private mutating func closed(_ open: OpenExport) -> ImportStep? {
    newest = max(newest ?? .min, open.moment)
    defer { oldCount = 0 }
    guard oldCount > 0 else { return nil }
    let reason = "entries left unchanged, since another export that is as new or newer has them: \(oldCount)"
    return .notice(SyncRemark(file: open.name, line: 1, reason: reason))
  }

  /// The record of an export that does not name its owner, before the first entry.
  private mutating func ownerIfNeeded(
    _ open: inout OpenExport, _ state: borrowing LedgerState
  ) -> [ImportStep] {
    guard !open.isOwned else { return [] }
    open.isOwned = true
    if let owner, toldOwners.contains(owner) || owners.isHere(owner) { return [] }
    return [take(me: [:], of: open, state)]
  }

  /// The entries of days, one by one, once the file is read.
  mutating func nextTotal(_ state: borrowing LedgerState) -> ImportStep? {
    guard let (open, index) = totals else { return nil }
    let reader = open.reader
    guard index < reader.totals.keys.count else {
      totals = nil
      return closed(open)
    }
    totals?.next = index + 1
    let key = reader.totals.keys[index]
    let (entry, name) = entries.total(
      reader.totals.totals[index], type: reader.types[key.type], source: reader.sourceNames[key.source],
      unit: reader.units[key.unit], day: key.day, isDuration: key.isDuration)
    return record(entry, key: name, source: nil, of: open, line: 1, state)
  }

  private mutating func take(
    _ sample: HealthSample, _ open: inout OpenExport, _ state: borrowing LedgerState
  ) -> ImportStep? {
    if let (entry, key) = entries.entry(of: sample) {
      if key == HealthExportEntries.pressureKey(sample), !open.pressures.insert(key).inserted { return nil }
      return record(entry, key: key, source: sample, of: open, line: sample.line, state)
    }
    let key = HealthExportEntries.pressureKey(sample)
    guard !open.pressures.contains(key) else { return nil }
    guard let other = open.halves[key], other["type"] != sample["type"],
      let entry = entries.pressure([other, sample])
    else {
      guard open.halves.count < halvesMax || open.halves[key] != nil else {
        defer { open.lostHalves += 1 }
        guard open.lostHalves == 0 else { return nil }
        let reason =
          "more than \(halvesMax) blood pressures have only one of their two values so far; the rest are left out"
        return .skipped(SyncRemark(file: open.name, line: sample.line, reason: reason))
      }
      open.halves[key] = sample
      return nil
    }
    open.halves[key] = nil
    open.pressures.insert(key)
    var both = sample
    both.element = "Correlation"
    both.attributes = ["type": "HKCorrelationTypeIdentifierBloodPressure"]
    for name in ["sourceName", "startDate", "endDate"] { both.attributes[name] = sample[name] }
    both.parts = [other, sample].sorted { $0["type"] > $1["type"] }
    both.metadata = []
    return record(entry, key: key, source: both, of: open, line: sample.line, state)
  }

  /// What was gathered until the end of the file.
  private mutating func finish(_ open: inout OpenExport, _ state: borrowing LedgerState) -> [ImportStep] {
    var new: [ImportStep] = []
    for (key, half) in open.halves.sorted(by: { $0.key < $1.key }) {
      if let entry = entries.pressure([half]) {
        new.append(record(entry, key: key, source: half, of: open, line: half.line, state))
      }
    }
    let reader = open.reader
    summedCount += reader.summedCount
    clinicalCount += reader.clinicalCount
    totalsCount += reader.totals.keys.count
    if let failure = open.failure {
      let reason = "\(failure.reason); the rest is not read: make the export again"
      new.append(.skipped(SyncRemark(file: open.name, line: failure.line, reason: reason)))
    }
    return new
  }
}
