// Folds the whole ledger in another order than a reading does: one commit at a time, by the stamps, regardless of
// who wrote it. The result must be the same records. Where the commits lie is noted first; then each is unpacked as its
// turn comes, one frame of each history at a time.

import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension LedgerState {
  /// Where a commit lies.
  private struct Place {
    var stamp: Stamp
    var branch: Int
    var file: Int
    var offset: Int
    /// Within the frame.
    var commit: Int
    var firstLeaf: UInt64
  }

  /// Where all commits lie, ascending by first stamp.
  private struct Places {
    var all: [Place] = []
    /// The number of leaves of all commits.
    private(set) var leaves: UInt64 = 0
    var branches: [(id: BranchID, origin: BranchOrigin?)] = []
    var files: [String] = []
    private var branchNumbers: [BranchID: Int] = [:]

    /// - Parameter held: only commits that begin within these leaves count; nil for all.
    mutating func note(_ frame: borrowing AttestedFrame, within held: [Range<UInt64>]?) {
      if files.last != frame.file { files.append(frame.file) }
      let branch = branchNumbers[frame.branch] ?? branches.count
      if branch == branches.count {
        branchNumbers[frame.branch] = branch
        branches.append((frame.branch, frame.origin))
      }
      for index in frame.commits {
        let entry = frame.content.commits[index]
        let leaf = frame.firstLeaf + UInt64(entry.leaves.lowerBound)
        guard let first = entry.events.first, held?.holds(leaf) ?? true else {
          continue
        }
        leaves += UInt64(entry.leaves.count)
        all.append(
          Place(
            stamp: frame.content.events[first].line.stamp, branch: branch, file: files.count - 1,
            offset: frame.offset, commit: index, firstLeaf: frame.firstLeaf))
      }
    }
  }

  /// A rebuild, and whether it is complete: files may have disappeared while it was made.
  struct Rebuild: ~Copyable {
    var loaded: LedgerState
    var isWhole: Bool
  }

  /// Reads every file anew and folds one commit after the other, in the order of stamps. O(size of the ledger), twice;
  /// memory beside the records: a place for each commit, and a file of each history.
  ///
  /// - Parameters:
  ///   - held: the commits to fold, if they counted; later additions to the folder are left out.
  ///   - writer: the replica that this process writes.
  ///   - own: commits that may be in no file yet.
  static func readInOrder(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor, schemas: SchemaRegistry = .empty,
    within held: HeldBranches, of writer: ReplicaID? = nil, _ own: [OwnCommits] = [],
    _ erasures: Erasures = .unknown, progress: ReadingProgress.Sink? = nil
  ) throws -> Rebuild {
    var loaded = LedgerState(schemas: schemas)
    loaded.erasing = ErasureState(applied: erasures)
    loaded.count(by: held.rule, in: folder)
    loaded.inventory = try Inventory.scan(folder)
    var places = Places()
    var tally = progress.map { ReadingProgress.Tally(loaded.inventory, $0) }
    let found = try held.places(in: loaded.inventory, without: writer, folder, descriptor)
    // Later additions do not affect what authors had seen either.
    let counted = found.leaves
    loaded.counted = counted
    var options = ReadOptions()
    options.rootsWanted = held.rootsWanted(without: writer)
    options.trailLeavesMax = trailLeavesMax(loaded.inventory)
    options.erasures = erasures
    let reader = LedgerReader(store: folder, descriptor: descriptor, options: options)
    loaded.report = try reader.read(loaded.inventory) { frame in
      places.note(frame, within: found.heldLeaves(of: frame.branch))
      tally?.note(frame)
    }
    if loaded.report.vanished.isEmpty { try found.require(loaded.report) }
    // Commits of the same moment keep their order within their history.
    places.all.sort {
      ($0.stamp, $0.branch, $0.firstLeaf, $0.commit) < ($1.stamp, $1.branch, $1.firstLeaf, $1.commit)
    }
    var frames = OrderedFrames(folder: folder, erasures: erasures)
    for place in places.all {
      let branch = places.branches[place.branch]
      let content = try frames.frame(of: place.branch, places.files[place.file], at: place.offset)
      guard content.commits.indices.contains(place.commit) else { throw OrderedFrames.changed }
      let commit = place.commit..<place.commit + 1
      let leaves = content.commits[place.commit].leaves
      let range = place.firstLeaf + UInt64(leaves.lowerBound)..<place.firstLeaf + UInt64(leaves.upperBound)
      guard counted.contains(range, of: branch.id) else { continue }
      loaded.records.apply(
        content, commits: commit,
        branch: loaded.index(of: branch.id, origin: branch.origin), firstLeaf: place.firstLeaf)
    }
    try loaded.decideSeen(folder, descriptor)
    loaded.report.findingsOfAll += loaded.inventory.findings
    // Commits that only the journal has are not part of the files' order.
    var leaves = places.leaves
    for commits in own {
      for (_, content) in commits.contents(besides: loaded.report.leaves(of: commits.branch)) {
        leaves += UInt64(content.leaves.count)
      }
    }
    return Rebuild(loaded: loaded, isWhole: loaded.report.vanished.isEmpty && leaves >= found.leafCount)
  }
}

/// Frames that were found intact before, unpacked again.
private struct OrderedFrames: ~Copyable {
  let folder: any FileStore
  private let decompressor = ZstdDecompressor()
  /// The last one of each history.
  private var last: [Int: (file: String, offset: Int, content: FrameContent)] = [:]
  private var files: [Int: (path: String, bytes: [UInt8])] = [:]

  private let erasures: Erasures

  init(folder: any FileStore, erasures: Erasures) { (self.folder, self.erasures) = (folder, erasures) }

  static var changed: LedgerError {
    LedgerError(.inputOutput, "the ledger's files changed while they were read", advice: "try again")
  }

  mutating func frame(of branch: Int, _ file: String, at offset: Int) throws -> FrameContent {
    if let known = last[branch], known.file == file, known.offset == offset { return known.content }
    if files[branch]?.path != file {
      files[branch] = nil
      files[branch] = (file, try folder.segment(file))
    }
    guard let bytes = files[branch]?.bytes,
      let (unpacked, _) = try? decompressor.decompress(bytes.span, at: offset),
      case .content(var content) = FrameContent.parse(unpacked)
    else { throw Self.changed }
    content.redact(erasures)
    last[branch] = (file, offset, content)
    return content
  }
}
