/// Writes of a branch that were stamped one after the other, as the events of a commit are.
struct StampRun: BitwiseCopyable {
  /// The leaf of the first write.
  var branch: UInt32
  var leaf: UInt32
  /// The difference between its time and its leaf, which is the same for the others.
  var base: UInt64

  @inline(__always)
  func begins(at branch: UInt32, _ leaf: UInt32) -> Bool {
    self.branch < branch || self.branch == branch && self.leaf <= leaf
  }
}

/// Predicts the time of a write from its place in its branch, if there are few runs of writes. A wrong prediction only
/// costs some bytes: the write itself has the correction.
struct StampRuns: Sendable {
  /// By branch, then by leaf.
  let runs: [StampRun]
  /// Of the origins of writes.
  let branches: [UInt32]

  init(runs: [StampRun], branches: [UInt32]) { (self.runs, self.branches) = (runs, branches) }

  init(_ records: borrowing Records) {
    let branches = (0..<records.origins.count).map { records.origins[$0].branch }
    let countMax = records.writes.count / Self.writesMin
    var runs: [StampRun] = []
    for index in 0..<records.writes.count {
      let details = records.writes[index]
      if details.isAside { continue }
      let run = StampRun(
        branch: branches[details.index], leaf: details.leaf, base: details.time &- UInt64(details.leaf))
      if let last = runs.last, last.branch == run.branch, last.base == run.base, last.leaf <= run.leaf {
        continue
      }
      if runs.count >= countMax {
        runs = []
        break
      }
      runs.append(run)
    }
    runs.sort { $0.begins(at: $1.branch, $1.leaf) && ($0.branch, $0.leaf) != ($1.branch, $1.leaf) }
    self.init(runs: runs, branches: branches)
  }

  /// How many writes a run must have on average; otherwise no runs are kept.
  private static let writesMin = 16

  /// The predicted time of a write; nil if there is no prediction.
  ///
  /// - Parameter place: the run of the write before it.
  @inline(__always)
  func time(_ details: WriteDetails, from place: inout Int) -> UInt64? {
    if runs.isEmpty || details.isAside || details.index >= branches.count { return nil }
    let branch = branches[details.index]
    if !isOf(place, branch, details.leaf) { place = find(branch, details.leaf) }
    let run = runs[place]
    return run.branch == branch ? run.base &+ UInt64(details.leaf) : nil
  }

  @inline(__always)
  private func isOf(_ place: Int, _ branch: UInt32, _ leaf: UInt32) -> Bool {
    runs[place].begins(at: branch, leaf)
      && (place + 1 == runs.count || !runs[place + 1].begins(at: branch, leaf))
  }

  /// The last run that begins there or before; the first one if none does.
  private func find(_ branch: UInt32, _ leaf: UInt32) -> Int {
    var (low, high) = (0, runs.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if runs[middle].begins(at: branch, leaf) { low = middle } else { high = middle }
    }
    return low
  }
}

/// Predicts the next write's time: packing and unpacking make the same predictions.
struct TimePrediction {
  private let runs: StampRuns
  private var place = 0
  private var last: (leaf: UInt32, time: UInt64) = (0, 0)

  init(_ runs: StampRuns) { self.runs = runs }

  /// By its leaf and its origin.
  @inline(__always)
  mutating func time(_ details: WriteDetails) -> UInt64 {
    runs.time(details, from: &place) ?? last.time &+ UInt64(details.leaf) &- UInt64(last.leaf)
  }

  @inline(__always)
  mutating func note(_ details: WriteDetails) { last = (details.leaf, details.time) }
}
