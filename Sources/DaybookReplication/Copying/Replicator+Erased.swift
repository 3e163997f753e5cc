import DaybookLog
import DaybookModel

// A text that is erased does not go to a side that has its stub, also where other lines of the same file are lacking there.

extension Replicator {
  /// Gives a side what it lacks of a file with stubs in place of the texts that are not to go there. Returns false where the
  /// file has none of those, and may go as it is.
  mutating func giveErased(
    _ file: Inventory.SegmentFile, _ survey: SegmentSurvey, _ bytes: [UInt8], to target: Endpoint,
    _ work: inout ReplicaWork
  ) throws -> Bool {
    let wanted = erasures.restoring(
      work[target].stubs(insteadOf: survey), or: due, of: survey.runs.lazy.flatMap(\.hashes))
    if wanted.isEmpty { return false }
    // What it was surveyed by was opened from these bytes.
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
  /// By leaf the fields that stubs of this side lack, where they do for lines of a survey.
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
          // Of several the one with most left does.
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
