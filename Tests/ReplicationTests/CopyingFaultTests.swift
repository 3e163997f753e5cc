import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// Every call of either side failing, once or from there on, and a crash at every call: nothing that was there
/// is lost, what was adopted is sound, and the next run comes to the end.
@Suite struct CopyingFaultTests {
  let ann: TestReplica
  let copies: Copies

  /// Something of everything: sealed files both ways, an open one that grows, one to be removed, a damaged one,
  /// a blob each way.
  init() throws {
    var (ann, ben) = (TestReplica(1), TestReplica(2))
    for _ in 0..<4 { try ann.write() }
    for _ in 0..<3 { try ben.write() }
    self.ann = ann
    copies = Copies()
    try copies.here.putSealed(ann, 0..<3)
    try copies.here.putOpen(ann, 3..<4, random: 2)
    try copies.there.putOpen(ann, 0..<2)
    try copies.there.putSealed(ben, 0..<1)
    try copies.there.putOpen(ben, 1..<3)
    try copies.here.putOpen(ben, 1..<2)
    let sealed = try ben.sealed(0..<1)
    try copies.here.put(Array(sealed.bytes.prefix(40)), at: LedgerLayout.path(of: sealed.name, ben.id))
    for (store, text) in [(copies.here, "here"), (copies.there, "there")] {
      try BlobStore(store).write(Array("a picture from \(text)".utf8))
    }
    for store in [copies.here, copies.there] {
      for folder in try folders(store) { try store.syncFolder(folder) }
    }
    // What lies there is on the disks.
    for store in [copies.here, copies.there] {
      try store.tamper { (image) throws(FileError) in
        for (path, bytes) in try contents(image) { try image.plant(bytes, at: path, inPlace: true) }
      }
    }
  }

  private func contents(_ image: MemoryImage) throws(FileError) -> [String: [UInt8]] {
    do { return try Copies.files(MemoryFileStore(image)) } catch { throw FileError(.system(5), "read", "") }
  }

  private func folders(_ store: any FileStore, _ folder: String = "") throws -> [String] {
    var folders = [folder]
    for entry in try store.list(folder) ?? [] where entry.kind == .folder {
      folders += try self.folders(store, folder.isEmpty ? entry.name : "\(folder)/\(entry.name)")
    }
    return folders
  }

  /// Whatever happened: nothing lost, nothing made up, and another run brings both to the same.
  private func check(_ copies: Copies, _ all: Set<Copies.Leaf>, _ what: String) throws {
    let before = (try self.copies.leavesHere, try self.copies.leavesThere)
    #expect(try before.0.isSubset(of: copies.leavesHere), "\(what)")
    #expect(try before.1.isSubset(of: copies.leavesThere), "\(what)")
    let report = try copies.replicate(own: ann)
    #expect(report.isSame, "\(what): \(report.findings)")
    #expect(try copies.leavesHere == all && copies.leavesThere == all, "\(what)")
    for store in [copies.here, copies.there] {
      let inventory = try Inventory.scan(store, includingBlobs: true)
      #expect(inventory.strangers == [], "\(what)")
      for blob in inventory.blobs { _ = try BlobStore(store).read(blob.hash) }
      #expect(inventory.blobs.count == 2, "\(what)")
    }
    try copies.expectNothingToDo(own: ann)
    for store in [copies.here, copies.there] {
      // What a run that came to its end has brought is on the disk.
      let crashed = MemoryFileStore(store.image.crashed(seed: UInt64(all.count)))
      #expect(try Copies.leaves(crashed) == all, "\(what)")
    }
  }

  private func trace() throws -> (all: Set<Copies.Leaf>, here: [FaultOperation], there: [FaultOperation]) {
    let copies = copies.copied()
    let control = (here: FaultControl(tracing: true), there: FaultControl(tracing: true))
    let report = try copies.replicate(own: ann, control: control)
    #expect(report.isSame && report.removed.count == 1)
    try check(copies, try copies.leavesHere, "without a fault")
    return (try copies.leavesHere, control.here.trace, control.there.trace)
  }

  @Test func everyCallMayFail() throws {
    let (all, here, there) = try trace()
    let faults: [(FaultPlan.Fault, Bool)] = [
      (.fail(.system(5)), false), (.fail(.system(5)), true), (.fail(.noSpace), true),
      (.fail(.readOnly), true),
      (.fail(.missing), false), (.shortWrite(.noSpace), false),
    ]
    for (side, trace) in [(Endpoint.here, here), (.there, there)] {
      for (index, operation) in trace.enumerated() {
        for (fault, isLasting) in faults {
          let plan = FaultPlan(fault, at: index + 1, isLasting: isLasting)
          guard plan.applies(to: operation) else { continue }
          let copies = copies.copied()
          let control =
            side == .here ? (FaultControl(plan), FaultControl()) : (FaultControl(), FaultControl(plan))
          let what = "\(side) \(index + 1) \(operation) \(fault) lasting \(isLasting)"
          do {
            let report = try copies.replicate(own: ann, control: control)
            if report.isSame { #expect(try copies.leavesHere == copies.leavesThere, "\(what)") }
          } catch let failure as CopyFailure {
            #expect(failure.side == side, "\(what)")
          }
          try check(copies, all, what)
        }
      }
    }
  }

  @Test func aCrashAtEveryCall() throws {
    let (all, here, there) = try trace()
    for (side, trace) in [(Endpoint.here, here), (.there, there)] {
      for (index, operation) in trace.enumerated() {
        let copies = copies.copied()
        let plan = FaultPlan(.crash, at: index + 1)
        let control =
          side == .here ? (FaultControl(plan), FaultControl()) : (FaultControl(), FaultControl(plan))
        #expect(throws: CopyFailure.self) { try copies.replicate(own: ann, control: control) }
        let what = "\(side) \(index + 1) \(operation)"
        // The program died, or both machines lost power.
        try check(copies.copied(), all, what)
        for seed in 0..<UInt64(operation.name.changes ? 3 : 0) {
          let seed = seed &* 7919 &+ UInt64(index)
          let crashed = Copies(
            here: MemoryFileStore(copies.here.image.crashed(seed: seed)),
            there: MemoryFileStore(copies.there.image.crashed(seed: seed)))
          try check(crashed, all, what + " seed \(seed)")
        }
      }
    }
  }

  /// A long file that was cut off on its way is not begun anew.
  @Test func anInterruptedCopyGoesOn() throws {
    var ann = TestReplica(1)
    var random = SeededRandom(seed: 1)
    var text = ""
    for _ in 0..<60_000 {
      text.unicodeScalars.append(Unicode.Scalar(UInt8.random(in: 97..<123, using: &random)))
    }
    for index in 0..<160 { try ann.write(text: String(text.dropFirst(index * 7))) }
    let copies = Copies()
    let path = try copies.here.putOpen(ann, 0..<160)
    let sizeBytes = try copies.here.readAll(path).count
    #expect(sizeBytes > 4 << 20)
    let control = FaultControl(tracing: true)
    _ = try copies.copied().replicate(control: (FaultControl(), control))
    let writes = control.trace.enumerated().filter { $0.element.name == .write }
    let second = try #require(writes.dropFirst().first)
    _ = try? copies.replicate(
      control: (FaultControl(), FaultControl(FaultPlan(.crash, at: second.offset + 1))))
    let again = FaultControl(tracing: true)
    #expect(try copies.replicate(control: (FaultControl(), again)).isSame)
    #expect(again.trace.contains { $0.name == .append })
    #expect(again.trace.count { $0.name == .write } == writes.count - 1)
    #expect(try Copies.files(copies.there) == Copies.files(copies.here))
    // What somebody else put there under that name is not gone on with.
    let foreign = Copies(here: copies.here, there: MemoryFileStore())
    try foreign.there.put([1, 2, 3], at: path + ".0a1b2c3d.part")
    #expect(try foreign.replicate().isSame)
    #expect(try Copies.files(foreign.there) == Copies.files(foreign.here))
  }

  /// Its writer seals while we copy: what is gone is looked for anew.
  @Test func aFileThatVanishesIsLookedForAnew() throws {
    let (all, _, there) = try trace()
    let reads = there.enumerated().filter { $0.element.name == .read }
    #expect(!reads.isEmpty)
    for read in reads {
      let copies = copies.copied()
      let control = FaultControl(observingReading: true) { number, _ in
        guard number == read.offset + 1 else { return }
        try? seal(copies.there)
      }
      let store = FaultFileStore(copies.there, control)
      var replicator = Replicator(
        here: copies.here, there: store, descriptor: Reading.descriptor, own: ann.id, tag: "0a1b2c3d")
      _ = try replicator.run()
      #expect(try all.isSubset(of: copies.leavesHere))
    }
  }

  /// As if their owner had written the later open files anew.
  private func seal(_ store: MemoryFileStore) throws {
    for replica in try Inventory.scan(store).replicas {
      for file in replica.segments where !file.isSealed && file.first > 1 {
        let other = file.path.replacing("-000000000000000", with: "-000000000000001")
        try store.put(try store.readAll(file.path), at: other)
        try store.remove(file.path)
      }
    }
  }
}
