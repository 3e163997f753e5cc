import Daybook
import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookTestSupport

extension ReplicatedWorld {
  /// Everybody removes the texts that are erased, those of others once their time has come. Then no file has one, all
  /// show what they showed, and a copy from before changes nothing.
  func settleErasures() async throws {
    var random = added
    let before = try await digest()
    try await removeAllTexts()
    try await judge(&random)
    try requireTextsGone()
    if try await digest() != before { throw Wrong("the records are others once the texts are gone") }
    guard let backup = tools.backups.randomElement(using: &random) else { return }
    let computer = computers[Int.random(in: 0..<computers.count, using: &random)]
    note(computer, "gets back a copy of the folder from before")
    try CopyingTools.lay(backup.filter { CopyingTools.isWhole($0.key, $0.value) }, over: computer.folder)
    try await meet()
    try await removeAllTexts()
    try await judge(&random)
    try requireTextsGone()
    if try await digest() != before { throw Wrong("a copy from before changes the records") }
  }

  private func digest() async throws -> Hash256 {
    try await computers[0].running().withRecords { $0.digest() }
  }

  private func removeAllTexts() async throws {
    // By its own clock each holds the erasures for as long as others' lines wait.
    for isLate in [false, true, true] {
      if isLate {
        for computer in computers {
          computer.moveClock(max(0, computer.clockMax - computer.clock.now.milliseconds))
          computer.moveClock(31 * Self.dayMilliseconds)
        }
        trace.append("31 days pass")
      }
      for computer in computers {
        let report = try await removeTexts(on: computer, now: true)
        for path in report.unreadable { try removeByHand(path, on: computer) }
      }
      try await meet()
    }
    for computer in computers {
      let report = try await removeTexts(on: computer, now: true)
      let mayStay = history.unvouchedLines(Set(replicas.values)) > 0
      if !report.unreadable.isEmpty || report.staying > 0 && !mayStay || report.waiting > 0 {
        throw Wrong("computer \(computer.number) is not done with what is erased: \(report)")
      }
    }
    try await meet()
  }

  /// Everybody replicates with one, which has all then, and again, until nobody has anything to say to that.
  private func meet() async throws {
    var count: Int
    repeat {
      count = history.events.count
      for _ in 0..<2 {
        for computer in computers.dropFirst() { try await replicate(computer, with: computers[0]) }
      }
      for computer in computers { try await takeWrittenElsewhere(on: computer) }
    } while history.events.count > count
  }

  /// What no program reads whole, its user removes: copies that tools made, and what they damaged.
  private func removeByHand(_ path: String, on computer: Computer) throws {
    note(computer, "removes \(path) by hand")
    // A damaged file that was moved aside.
    if path.hasPrefix("state: "), path.contains("/aside/") {
      return try computer.state.remove(String(path.dropFirst("state: ".count)))
    }
    let isSegment = SegmentName(path.split(separator: "/").last.map(String.init) ?? "") != nil
    guard try computer.folder.status(path) != nil else {
      throw Wrong("computer \(computer.number) cannot read \(path)")
    }
    if isSegment, try CopyingTools.isWhole(path, computer.folder.readAll(path)) {
      throw Wrong("computer \(computer.number) cannot read \(path), which is whole")
    }
    try computer.folder.remove(path)
  }

  private func requireTextsGone() throws {
    let (gone, kept) = history.marks(Set(replicas.values))
    for computer in computers {
      let keys = try computer.keys?()
      let inFolder = TextMark.marks(inFiles: try computer.folder.files(), keys)
      let inState = TextMark.marks(inFiles: try computer.state.files(), keys)
      for (path, marks) in inFolder.merging(inState, uniquingKeysWith: { $0.union($1) }) {
        let left = marks.intersection(gone)
        if !left.isEmpty { throw Wrong("computer \(computer.number) still has \(left) in \(path)") }
      }
      let lost = kept.subtracting(inFolder.values.reduce(into: []) { $0.formUnion($1) })
      if !lost.isEmpty { throw Wrong("computer \(computer.number) has lost \(lost)") }
    }
  }
}

extension MemoryFileStore {
  /// Every file, by its path.
  func files(_ folder: String = "") throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for entry in try list(folder) ?? [] {
      let path = joined(folder, entry.name)
      if entry.kind == .folder {
        files.merge(try self.files(path)) { $1 }
      } else {
        files[path] = try readAll(path)
      }
    }
    return files
  }
}
