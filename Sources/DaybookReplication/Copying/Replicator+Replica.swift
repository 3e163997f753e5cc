import DaybookLog
import DaybookModel

/// One replica while its files are brought together.
struct ReplicaWork {
  let replica: ReplicaID
  var here: SideFiles
  var there: SideFiles
  /// Files that are not sound, or not up to their end.
  var doubtful: [(side: Endpoint, file: Inventory.SegmentFile, survey: SegmentSurvey)] = []
  /// The files at these paths are no longer those that were listed.
  var replaced: [Endpoint: Set<String>] = [:]

  subscript(side: Endpoint) -> SideFiles { side == .here ? here : there }

  /// Changes a side's files in place: a copy would cost O(files).
  mutating func change<Result>(_ side: Endpoint, _ body: (inout SideFiles) -> Result) -> Result {
    side == .here ? body(&here) : body(&there)
  }
}

extension Replicator {
  private static let attemptsMax = 5

  /// Brings one replica's files together. If they change meanwhile (their writer seals, another tool copies), it starts
  /// again, a few times.
  mutating func settle(
    _ replica: ReplicaID, _ here: [Inventory.SegmentFile], _ there: [Inventory.SegmentFile]
  ) throws {
    var listed = [Endpoint.here: here, .there: there]
    for _ in 0..<Self.attemptsMax {
      let before = (report, noted)
      do {
        try bringTogether(replica, listed)
        return
      } catch is FileVanished {
        // Counts of written data stay; counts that were only planned are computed again.
        let written = report.replicas[replica]
        (report, noted) = before
        if !isDryRun, let written {
          report.replicas[replica, default: CopyReport.Replica()].pulled = written.pulled
          report.replicas[replica, default: CopyReport.Replica()].pushed = written.pushed
        }
        for side in Endpoint.allCases { listed[side] = try list(replica, side) }
      }
    }
    report.unsettled.append(replica)
  }

  private func list(_ replica: ReplicaID, _ side: Endpoint) throws -> [Inventory.SegmentFile] {
    do throws(FileError) {
      return try Inventory.segments(of: replica, in: store(side))
    } catch {
      throw CopyFailure(side, error)
    }
  }

  private mutating func bringTogether(
    _ replica: ReplicaID, _ listed: [Endpoint: [Inventory.SegmentFile]]
  ) throws {
    let common = try common(listed, replica)
    let own = replica == own ? journal.map { [$0] } ?? [] : []
    var work = ReplicaWork(
      replica: replica, here: SideFiles(listed[.here] ?? [], journal: own),
      there: SideFiles(listed[.there] ?? [], journal: []))
    ahead = reading(listed, besides: common)
    defer {
      ahead?.end()
      ahead = nil
    }
    for side in [Endpoint.there, .here] {
      for file in listed[side] ?? []
      where !common.contains(file.path) && work.replaced[side]?.contains(file.path) != true {
        work.here.trim(before: file.first)
        work.there.trim(before: file.first)
        try offer(file, from: side, &work)
        advance(file.sizeBytes, replica)
      }
    }
    for (side, file, _) in work.doubtful where work.replaced[side]?.contains(file.path) != true {
      try mendOffered(file, on: side, &work)
    }
    let doubtful = work.doubtful.filter { work.replaced[$0.side]?.contains($0.file.path) != true }
    let superseded = try Dictionary(grouping: doubtful, by: \.side).mapValues {
      try supersededFiles(replica, on: $0[0].side)
    }
    for (side, file, survey) in doubtful {
      let isSuperseded = superseded[side]?.contains(file.path) ?? false
      for finding in survey.findings {
        note(isSuperseded && finding.isOfDamage ? finding.superseded() : finding, side)
      }
      // Perhaps another file supplied the commits that could not be copied from this one.
      try load(overlapping: survey, on: side.other, &work)
      lack(survey.lacking(in: work[side.other]), on: side.other, replica)
    }
    try removeSuperseded(listed, &work)
  }

  /// The side's damaged files whose content is whole in others.
  private func supersededFiles(_ replica: ReplicaID, on side: Endpoint) throws -> Set<String> {
    do {
      let inventory = try Inventory.scan(store(side))
      let report = try LedgerReader(store: store(side), descriptor: descriptor)
        .survey(inventory, replicas: [replica])
      return Set(report.findings.filter(\.isSuperseded).compactMap(\.file))
    } catch let error as FileError {
      throw CopyFailure(side, error)
    }
  }

  /// Reads the files that will be offered, in their order.
  private func reading(
    _ listed: [Endpoint: [Inventory.SegmentFile]], besides common: Set<String>
  ) -> ReadAhead {
    var sources: [ReadAhead.Source] = []
    for side in [Endpoint.there, .here] {
      for file in listed[side] ?? []
      where !common.contains(file.path) && file.sizeBytes <= SegmentLimit.fileSizeBytesMax
        // For a locked file, the encrypted bytes are copied, not its content.
        && !file.name.isLocked
      {
        let store = store(side)
        sources.append(
          ReadAhead.Source(path: "\(side) \(file.path)", sizeBytes: file.sizeBytes) {
            try? store.read(file.path, from: 0, count: file.sizeBytes)
          })
      }
    }
    return ReadAhead(sources, inlineSizeBytesMax: ReadAhead.inlineSizeBytesMax)
  }

  /// The files that are the same on both sides.
  private mutating func common(
    _ listed: [Endpoint: [Inventory.SegmentFile]], _ replica: ReplicaID
  ) throws -> Set<String> {
    var others: [String: Int] = [:]
    for file in listed[.there] ?? [] { others[file.path] = file.sizeBytes }
    var common: Set<String> = []
    for file in listed[.here] ?? [] where others[file.path] == file.sizeBytes {
      if !file.isSealed || comparesAll || doubted.contains(file.path),
        file.sizeBytes <= SegmentLimit.fileSizeBytesMax
      {
        guard let mine = try contents(file.path, file.sizeBytes, .here, replica),
          let other = try contents(file.path, file.sizeBytes, .there, replica), mine == other
        else { continue }
      }
      common.insert(file.path)
    }
    return common
  }

  /// Reads the side's files that may hold what the survey found elsewhere.
  mutating func load(overlapping survey: SegmentSurvey, on side: Endpoint, _ work: inout ReplicaWork) throws {
    guard let seqs = survey.seqs else { return }
    let unread = work.change(side) { $0.takeUnread(overlapping: seqs) }
    for file in unread { _ = try self.survey(file, side, &work) }
  }

  /// Reads and checks a file of a side; nil when it cannot be read, which is noted.
  mutating func survey(
    _ file: Inventory.SegmentFile, _ side: Endpoint, _ work: inout ReplicaWork, isOffered: Bool = false
  ) throws -> (survey: SegmentSurvey, bytes: [UInt8])? {
    guard file.sizeBytes <= SegmentLimit.fileSizeBytesMax else {
      report.unread.insert("\(side) \(file.path)")
      note(
        Finding(
          .quarantined, replica: work.replica, file: file.path, "larger than a segment may be",
          advice: "the file is left where it is and not read"), side)
      return nil
    }
    let opened = (isOffered ? ahead : nil).flatMap { ahead in
      ahead.open("\(side) \(file.path)").map { (bytes: $0.bytes, place: (ahead, $0.file)) }
    }
    guard let bytes = try opened?.bytes ?? contents(file.path, file.sizeBytes, side, work.replica) else {
      return nil
    }
    let content: [UInt8]
    do throws(FileError) { content = try store(side).opened(bytes, of: file.path) } catch {
      report.unread.insert("\(side) \(file.path)")
      note(Finding(unreadable: file.path, of: work.replica, error), side)
      return nil
    }
    let survey = try SegmentSurvey(
      file, content, replica: work.replica, ledger: descriptor.ledger, erasures,
      epoch: store(side).rank(ofSegment: bytes, at: file.path, of: work.replica), ahead: opened?.place)
    work.change(side) { $0.note(file, survey, isVirtual: false) }
    return (survey, bytes)
  }

  mutating func lack(_ traffic: CopyTraffic, on side: Endpoint, _ replica: ReplicaID) {
    var entry = report.replicas[replica] ?? CopyReport.Replica()
    if side == .here { entry.lackedHere += traffic } else { entry.lackedThere += traffic }
    report.replicas[replica] = entry
  }
}
