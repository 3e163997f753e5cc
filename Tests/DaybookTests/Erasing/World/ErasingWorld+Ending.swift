import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport

@testable import Daybook

extension ErasingWorld {
  enum Ending: CaseIterable {
    /// Somebody says `erase --now` on every machine.
    case now
    /// A week passes, and then a month.
    case days
  }

  /// Everybody gets everything, and removes what is due; then old copies come back.
  func settle(_ ending: Ending) async throws {
    if isLocked {
      for machine in machines.dropFirst() {
        for _ in 0..<3 { try await join(machine, machines[0]) }
      }
    }
    for _ in 0..<2 {
      for one in machines {
        for other in machines { try copy(one, other, whole: true) }
      }
      for machine in machines { try await reopen(machine) }
    }
    for _ in 0..<2 { try await replicateAll() }
    switch ending {
    case .now:
      for _ in 0..<3 {
        for machine in machines { try await removeTexts(machine, now: true) }
        try await replicateAll()
      }
    case .days:
      try await pass(8)
      try await requireOwnTextsGone()
      for _ in 0..<2 { try await replicateAll() }
      try await pass(31)
      for _ in 0..<2 { try await replicateAll() }
    }
    let digest = try await judge("at the end")
    if backups.isEmpty { return }
    for machine in machines { for backup in backups { try machine.take(backup) } }
    for _ in 0..<2 { try await replicateAll() }
    for machine in machines { try await removeTexts(machine, now: false) }
    for _ in 0..<2 { try await replicateAll() }
    if try await judge("with old copies") != digest { problems.append("old copies change what shows") }
  }

  private func replicateAll() async throws {
    for one in machines {
      for other in machines { try await replicate(one, other) }
    }
    for machine in machines { _ = try await machine.running().refresh() }
  }

  private func pass(_ days: Int64) async throws {
    note("\(days) days pass")
    for machine in machines { machine.clock.advance(days * Self.dayMilliseconds) }
    for machine in machines { try await reopen(machine) }
  }

  // MARK: Judging

  /// Each machine shows the same, what was erased as erased and all else as it was written, and its bytes hold no more and
  /// no less.
  func judge(_ when: String) async throws -> Hash256? {
    var digest: Hash256?
    let (gone, kept) = (values.gone, values.kept)
    for machine in machines {
      func check(_ isSo: Bool, _ what: @autoclosure () -> String) {
        if !isSo { problems.append("\(when): \(machine.number) \(what())") }
      }
      let ledger = try machine.running()
      _ = try await ledger.refresh()
      let now = await ledger.state.digest
      check(digest ?? now == now, "shows something else than machine 0")
      digest = now
      check(try await ledger.audit.checkReplay().isSame, "shows something else than its log says")
      let findings = try await ledger.audit.verify().findings.filter { $0.isFailure || $0.kind == .unvouched }
      check(findings.isEmpty, "is not sound: \(findings)")
      let shown = try await ledger.lines(values).reduce(into: Set()) { $0.formUnion($1.places) }
      check(gone.isDisjoint(with: shown), "shows \(gone.intersection(shown))")
      check(kept.isSubset(of: shown), "does not show \(kept.subtracting(shown))")
      try await checkProofs(of: ledger, kept: kept) { check(false, $0) }
      let texts = Set(shown.map(\.text))
      try await checkBytes(of: machine, ledger, texts: texts) { check(false, $0) }
      let open = try await ledger.erasures.list().filter { !$0.open.isEmpty }
      check(open.isEmpty, "says that \(open.map(\.open)) are not done with \(open.map(\.id))")
    }
    (counts["gone"], counts["kept"]) = (gone.count, kept.count)
    return digest
  }

  /// What was erased is nowhere, and the folder has all else.
  private func checkBytes(
    of machine: MemoryMachine, _ ledger: Ledger, texts: Set<String>, _ fail: (String) -> Void
  ) async throws {
    // Writes that failed half way may have left something.
    let gone = Set(values.gone.union(values.written).map(\.text)).subtracting(texts).sorted()
    let wanted = gone + texts.sorted()
    let found = try await ledger.erasures.find(values: wanted)
    for value in found where value.number <= gone.count {
      fail("'erase --check' finds \(wanted[value.number - 1]) in \(value.place): \(value.file)")
    }
    let inFolder = Set(found.filter { $0.place == "ledger" }.map { wanted[$0.number - 1] })
    if !texts.isSubset(of: inFolder) { fail("'erase --check' misses \(texts.subtracting(inFolder))") }
    var folder = try ValueScan(keysOf: machine)
    folder.look(at: try ValueScan.files(machine.folder))
    if !folder.unopened.isEmpty { fail("has files that its keys do not open: \(folder.unopened)") }
    if !texts.isSubset(of: folder.texts) { fail("lacks the bytes of \(texts.subtracting(folder.texts))") }
    var beside = ValueScan()
    for store in [machine.state, machine.cache] { beside.look(at: try ValueScan.files(store)) }
    for (place, left) in [("folder", folder.texts), ("state or cache", beside.texts)] {
      let left = left.intersection(gone)
      if !left.isEmpty { fail("has in its \(place) the bytes of \(left)") }
    }
    // The words of an index share their beginnings.
    for (path, bytes) in try ValueScan.files(machine.cache) {
      for text in gone where bytes.holds(Array(text.utf8.dropFirst(6).prefix(10))) {
        fail("has in its cache, \(path), a part of \(text)")
      }
    }
  }

  /// A week after it held the erasure a machine has no text of its own lines.
  private func requireOwnTextsGone() async throws {
    // The events of one commit have the same reason.
    let kept = Set(values.written.subtracting(values.gone).map(\.text))
    for machine in machines {
      let own = try await machine.running().replicas.own()
      let gone = values.gone.filter { own.contains($0.stamp.replica) && $0.field != "picture" }
      var files = try ValueScan.files(machine.state)
      for replica in own {
        files.merge(try ValueScan.files(machine.folder, LedgerLayout.folder(of: replica))) { $1 }
      }
      for (path, bytes) in files {
        var scan = try ValueScan(keysOf: machine)
        scan.look(at: [path: bytes])
        let left = scan.texts.intersection(gone.map(\.text)).subtracting(kept)
        if !left.isEmpty { problems.append("\(machine.number) has after a week \(left) in \(path)") }
      }
    }
  }

  /// What was proved before of an entity of which nothing was erased is what is proved now.
  private func checkProofs(
    of ledger: Ledger, kept: Set<WrittenValues.Place>, _ fail: (String) -> Void
  ) async throws {
    for (id, proof) in proofs {
      if !ProofReport(proof).isProved { fail("does not prove \(id) any more") }
      let anew = try await ledger.audit.prove(
        ProofRequest(.entity(kind: WrittenValues.kind, id: id)), as: nil)
      let report = ProofReport(anew)
      if !report.isProved { fail("does not prove \(id): \(report.failures)") }
      var lines: [Hash256: Event?] = [:]
      for line in report.lines { lines[line.leaf] = line.event }
      for line in ProofReport(proof).lines {
        guard let now = lines[line.leaf] else {
          fail("does not prove line \(line.index) of \(line.replica)")
          continue
        }
        guard let event = line.event else { continue }
        // One without a text may be erased for its author.
        let places = values.line(event).places
        guard !places.isEmpty, places.isSubset(of: kept) else { continue }
        if now != event { fail("proves \(event) no more") }
        count("proofs")
      }
    }
  }
}
