package import DaybookLog
package import DaybookModel

/// Brings two copies of a ledger to the same set of attested commits and blobs.
///
/// - Files that both sides have with the same name and size are not opened (except open segments, and files that a
///   reading here found damaged), so that a run with nothing to do costs little more than listings; unless everything
///   is to be compared, which repairs files that were damaged on a disk.
/// - Every other file is read once and checked, and the bytes that were checked are the ones written. A sealed file is
///   copied when the other side lacks one of its commits, or has it in no sealed file, or in smaller ones; an open one, as far as
///   signatures cover it, when the other side lacks a commit. A file that is not sound stays where it is, and is
///   reported.
/// - If a side has stubs in place of texts, a file with the texts is not copied as it is: its missing lines are copied
///   in a new file, with the stubs instead of the texts.
/// - Nothing is overwritten by what does not contain it: a sound file replaces a damaged one only if every readable
///   commit of the damaged one is held. A file is removed only when one larger file of its side, which was read and
///   checked, holds all its lines.
///
/// Continues where an interrupted run stopped. It throws (``CopyFailure``) only if a whole side fails: no space, a
/// stick that was pulled out.
package struct Replicator {
  let descriptor: LedgerDescriptor
  let own: ReplicaID?
  let direction: ReplicationDirection
  let isDryRun: Bool
  /// Whether files that both sides have with the same name and size are read and compared, too.
  let comparesAll: Bool
  /// Files on this side that a reading has found damaged: they are compared in any case.
  let doubted: Set<String>
  let journal: SegmentSurvey.Run?
  /// The erasures that vouch for stubs.
  let erasures: Erasures
  /// The erasures whose texts are to be removed: these texts are not copied.
  let due: Erasures
  /// Blobs that only erased values named: they are not copied.
  let erasedBlobs: Set<Hash256>
  private let here: any FileStore
  private let there: any FileStore
  var writers: [Endpoint: SideWriter]
  var report = CopyReport()
  /// The findings in the report, each with its side.
  var noted: Set<String> = []
  /// Blobs that were written: their present files are good.
  var mended: Set<String> = []
  /// Reads the files that are offered.
  var ahead: ReadAhead?
  private var progress = ReplicationProgress(replica: nil, doneSizeBytes: 0, totalSizeBytes: 0)
  private let tell: (ReplicationProgress) -> Void

  /// `own`: this machine's replica, with its journal, if it has one. `tag`: marks unfinished files; it is the same in
  /// every run of one machine with one ledger, and different for any other machine or ledger.
  package init(
    here: any FileStore, there: any FileStore, descriptor: LedgerDescriptor, own: ReplicaID? = nil,
    journal: JournalSummary? = nil, direction: ReplicationDirection = .both, isDryRun: Bool = false,
    comparesAll: Bool = false, doubted: Set<String> = [], erasures: Erasures = .none,
    due: Erasures = .none, erasedBlobs: Set<Hash256> = [], tag: String,
    progress: @escaping (ReplicationProgress) -> Void = { _ in }
  ) {
    (self.here, self.there, self.descriptor) = (here, there, descriptor)
    (self.own, self.direction, self.isDryRun, tell) = (own, direction, isDryRun, progress)
    (self.comparesAll, self.doubted, self.erasures) = (comparesAll, doubted, erasures)
    (self.due, self.erasedBlobs) = (due, erasedBlobs)
    self.journal = journal.map {
      SegmentSurvey.Run(key: $0.base.publicKey, first: $0.base.tree.size, hashes: $0.leaves)
    }
    writers = [.here: SideWriter(here, tag: tag), .there: SideWriter(there, tag: tag)]
  }

  func store(_ side: Endpoint) -> any FileStore { side == .here ? here : there }

  /// Whether files are to go to this side.
  func isTarget(_ side: Endpoint) -> Bool { side == .here ? direction.pulls : direction.pushes }

  package mutating func run() throws -> CopyReport {
    let inventories = try [Endpoint.here: scan(.here), .there: scan(.there)]
    let replicas = Set(inventories.values.flatMap { $0.replicas.map(\.id) }).sorted()
    for side in Endpoint.allCases {
      writers[side]?.takeUp(inventories[side]?.notOfLedger ?? [])
    }
    progress.totalSizeBytes = total(inventories)
    try copyDevices(inventories)
    try copyBlobs(inventories)
    for replica in replicas {
      try settle(
        replica, inventories[.here]?.segments(of: replica) ?? [],
        inventories[.there]?.segments(of: replica) ?? []
      )
    }
    for side in Endpoint.allCases {
      let strangers = inventories[side]?.notOfLedger ?? []
      let count = inventories[side]?.strangers.count { writers[side]?.isOwnPart($0.path) != true } ?? 0
      if side == .here { report.strangersHere = count } else { report.strangersThere = count }
      if isTarget(side), !isDryRun {
        try change(side) { (writer) throws(FileError) in try writer.finish(strangers) }
      }
    }
    report.replicas = report.replicas.filter { !$0.value.isEmpty }
    return report
  }

  private func scan(_ side: Endpoint) throws(CopyFailure) -> Inventory {
    do throws(FileError) {
      return try Inventory.scan(store(side), includingBlobs: true)
    } catch {
      throw CopyFailure(side, error)
    }
  }

  /// Calls a closure with a side's writer.
  mutating func change<Result>(
    _ side: Endpoint, _ body: (inout SideWriter) throws(FileError) -> Result
  ) throws(CopyFailure) -> Result {
    // Removed from the collection while it changes, so that its contents are not copied.
    var writer = writers.removeValue(forKey: side) ?? SideWriter(store(side), tag: "")
    defer { writers[side] = writer }
    do throws(FileError) { return try body(&writer) } catch { throw CopyFailure(side, error) }
  }

  // MARK: Progress

  private func total(_ inventories: [Endpoint: Inventory]) -> Int {
    var total = 0
    for side in Endpoint.allCases {
      guard let inventory = inventories[side], let other = inventories[side.other] else { continue }
      var sizes: [String: Int] = [:]
      for file in other.replicas.flatMap(\.segments) { sizes[file.path] = file.sizeBytes }
      for file in inventory.replicas.flatMap(\.segments) where sizes[file.path] != file.sizeBytes {
        total += file.sizeBytes
      }
      let blobs = Set(other.blobs.map(\.hash))
      for blob in inventory.blobs where !blobs.contains(blob.hash) { total += blob.sizeBytes }
    }
    return total
  }

  mutating func advance(_ sizeBytes: Int, _ replica: ReplicaID?) {
    progress.replica = replica
    progress.doneSizeBytes = min(progress.doneSizeBytes + sizeBytes, progress.totalSizeBytes)
    tell(progress)
  }

  // MARK: Reading

  /// A file's first `sizeBytes` bytes; nil when it cannot be read, which is noted. Throws ``FileVanished`` when it
  /// is gone.
  mutating func contents(_ path: String, _ sizeBytes: Int, _ side: Endpoint, _ replica: ReplicaID?) throws
    -> [UInt8]?
  {
    do throws(FileError) {
      return try store(side).read(path, from: 0, count: sizeBytes)
    } catch {
      try noteUnread(path, side, replica, error)
      return nil
    }
  }

  /// A single bad file is reported; a side that can no longer even be listed has failed as a whole.
  mutating func noteUnread(
    _ path: String, _ side: Endpoint, _ replica: ReplicaID?, _ error: FileError
  ) throws {
    if error.reason == .missing { throw FileVanished() }
    do throws(FileError) { _ = try store(side).list("") } catch { throw CopyFailure(side, error) }
    report.unread.insert("\(side) \(path)")
    note(
      Finding(
        .corruption, replica: replica, file: path, "it cannot be read: \(error.what)",
        advice: "check the disk and the file's permissions, then replicate again"), side)
  }

  mutating func note(_ finding: Finding, _ side: Endpoint) {
    if noted.insert("\(side) \(finding)").inserted { report.findings.append((side, finding)) }
  }
}

/// A listed file has disappeared or changed: the files must be listed again.
struct FileVanished: Error {}

// An erased text is not copied to a side that has its stub, even if other lines of the same file are missing there.

extension Replicator {
  /// Copies the missing lines of a file to a side, with stubs instead of the texts that must not be copied there.
  /// Returns false if the file has none of those, and may be copied as it is.
  mutating func giveErased(
    _ file: Inventory.SegmentFile, _ survey: SegmentSurvey, _ bytes: [UInt8], to target: Endpoint,
    _ work: inout ReplicaWork
  ) throws -> Bool {
    let wanted = erasures.restoring(
      work[target].stubs(insteadOf: survey), or: due, of: survey.runs.lazy.flatMap(\.hashes))
    if wanted.isEmpty { return false }
    // The survey was made from the content of these bytes.
    guard let content = try? store(target.other).opened(bytes, of: file.path),
      case .made(let made, _) = SegmentErasing.erase(content, file.name, wanted, vouching: erasures)
    else { return false }
    let closed: SealedSegment
    do throws(FileError) { closed = try made.closed(in: store(target)) } catch {
      throw CopyFailure(target, error)
    }
    let new = Inventory.SegmentFile(
      path: LedgerLayout.path(of: closed.name, work.replica), name: closed.name,
      sizeBytes: closed.bytes.count, inode: 0)
    let left = try SegmentSurvey(
      new, made.bytes, replica: work.replica, ledger: descriptor.ledger, erasures,
      epoch: store(target).rank(ofSegment: closed.bytes, at: new.path, of: work.replica))
    guard left.isSound else {
      lack(survey.lacking(in: work[target]), on: target, work.replica)
      return true
    }
    try put(closed.bytes, left, new, at: new.path, replacing: work[target].files[new.path], on: target, &work)
    return true
  }
}

extension SideFiles {
  /// By leaf, the fields that this side's stubs lack, if these stubs can replace lines of a survey.
  func stubs(insteadOf survey: SegmentSurvey) -> [Hash256: Set<String>] {
    var found: [Hash256: Set<String>] = [:]
    for run in survey.runs where run.end > run.first {
      visitHeld(run.first...run.end - 1) { held in
        guard held.key == run.key else { return }
        for (place, stub) in held.stubs where stub.isWanted {
          let leaf = held.first + UInt64(place)
          guard leaf >= run.first, leaf < run.end else { continue }
          let own = Int(leaf - run.first)
          guard run.hashes[own] == held.hashes[place], run.stubs[own].map({ stub.covers($0) }) ?? true
          else { continue }
          // Of several stubs, the one with most fields left counts.
          let known = found[run.hashes[own]]
          if known.map({ stub.fields.isStrictSubset(of: $0) }) ?? true {
            found[run.hashes[own]] = stub.fields
          }
        }
      }
    }
    return found
  }
}
