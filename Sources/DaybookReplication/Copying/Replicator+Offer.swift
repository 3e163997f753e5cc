import DaybookLog
import DaybookModel

extension Replicator {
  /// Reads a file that the other side lacks, or has in another form, and copies the missing part.
  mutating func offer(_ file: Inventory.SegmentFile, from side: Endpoint, _ work: inout ReplicaWork) throws {
    let target = side.other
    if let known = work[side].known[file.path]?.survey, known.findings.isEmpty {
      // Read before, to compare: most often there is nothing to do.
      try load(overlapping: known, on: target, &work)
      if !isLacking(known, isSealed: file.isSealed, work[target]), !mends(file, known, on: target, work) {
        return
      }
    }
    guard let (survey, bytes) = try survey(file, side, &work, isOffered: true) else { return }
    if !survey.findings.isEmpty { work.doubtful.append((side, file, survey)) }
    try load(overlapping: survey, on: target, &work)
    if file.isSealed {
      guard survey.isSound, isLacking(survey, isSealed: true, work[target]) else { return }
      if try giveErased(file, survey, bytes, to: target, &work) { return }
      try giveSealed(file, survey, bytes, to: target, &work)
    } else {
      let (prefix, sound) = (survey.prefix, Array(bytes.prefix(survey.prefixSizeBytes)))
      let isLacking = isLacking(prefix, isSealed: false, work[target])
      guard isLacking || mends(file, survey, on: target, work) else { return }
      if isLacking, try giveErased(file, prefix, sound, to: target, &work) { return }
      try giveOpen(file, prefix, sound, to: target, &work)
    }
  }

  private func isLacking(_ survey: SegmentSurvey, isSealed: Bool, _ files: SideFiles) -> Bool {
    survey.lacking(in: files).commits > 0
      || isSealed && (survey.lacking(in: files, isSealed: true).commits > 0 || files.haveParts(of: survey))
  }

  // MARK: Sealed files

  /// A file that already has the name does not match it. It is replaced if nothing in it is lost by that.
  private mutating func giveSealed(
    _ file: Inventory.SegmentFile, _ survey: SegmentSurvey, _ bytes: [UInt8], to target: Endpoint,
    _ work: inout ReplicaWork
  ) throws {
    let old = work[target].files[file.path]
    if old != nil {
      guard let damaged = work[target].known[file.path]?.survey,
        damaged.lacking(in: work[target], without: file.path, besides: survey).commits == 0
      else { return isInTheWay(file, survey, on: target, work) }
    }
    try put(bytes, survey, file, at: file.path, replacing: old, on: target, &work)
  }

  private mutating func isInTheWay(
    _ file: Inventory.SegmentFile, _ survey: SegmentSurvey, on side: Endpoint, _ work: ReplicaWork
  ) {
    note(
      Finding(
        .quarantined, replica: work.replica, file: file.path,
        "another file of that name is in the way, and has lines that no other file has",
        advice: "run \(Remedy.repair) on that copy, then replicate again"), side)
    lack(survey.lacking(in: work[side]), on: side, work.replica)
    // Also if only its form is missing.
    report.unread.insert("\(side) \(file.path)")
  }

  // MARK: Open files

  /// The number of names for an open file: its own, and those derived from its content.
  private static let openNamesMax = 4

  /// If the existing open file is the beginning of the new one, or is damaged, the new one replaces it; anything else
  /// stays, and the copy goes beside it.
  private mutating func giveOpen(
    _ file: Inventory.SegmentFile, _ survey: SegmentSurvey, _ bytes: [UInt8], to target: Endpoint,
    _ work: inout ReplicaWork
  ) throws {
    var name = file.name
    for attempt in 0..<Self.openNamesMax {
      if attempt > 0 {
        // A damaged file may have a derived name already: then the next one.
        let seed = bytes + Array(repeating: 0, count: attempt - 1)
        name = .open(first: file.first, random: String(Hash256.of(seed.span).description.prefix(16)))
      }
      let path = LedgerLayout.path(of: name, work.replica)
      guard let old = work[target].files[path] else {
        return try put(bytes, survey, file, at: path, replacing: nil, on: target, &work)
      }
      // A writer may be appending to this machine's own open file.
      if target == .here, work.replica == own, attempt == 0 { continue }
      guard let present = try contents(path, old.sizeBytes, target, work.replica) else { continue }
      if bytes.starts(with: present) || givesWay(old, to: survey, bytes.count, work[target]) {
        return try put(bytes, survey, file, at: path, replacing: old, on: target, &work)
      }
    }
    isInTheWay(file, survey, on: target, work)
  }

  /// Whether a sound open file should replace the damaged one with its name, which holds nothing else.
  private func mends(
    _ file: Inventory.SegmentFile, _ survey: SegmentSurvey, on target: Endpoint, _ work: ReplicaWork
  ) -> Bool {
    guard !file.isSealed, isTarget(target), target == .there || work.replica != own,
      survey.findings.isEmpty, !survey.commits.isEmpty, let old = work[target].files[file.path]
    else { return false }
    return givesWay(old, to: survey, file.sizeBytes, work[target])
  }

  /// Whether an open file is damaged, and holds nothing that a sound one, or another file, lacks: no commit that
  /// counts, and no further frames that could still be recovered. Damage does not change a file's length; a file of
  /// another length that merely ends differently may be an unfinished copy. A longer file is replaced only if the part
  /// after its sound beginning is neither.
  private func givesWay(
    _ old: Inventory.SegmentFile, to survey: SegmentSurvey, _ sizeBytes: Int, _ files: SideFiles
  ) -> Bool {
    guard let damaged = files.known[old.path]?.survey, damaged.isDamaged else { return false }
    let isLongEnough = damaged.isRotten ? sizeBytes >= old.sizeBytes : sizeBytes == old.sizeBytes
    guard isLongEnough || damaged.isRotten && damaged.isFramelessBehindPrefix else { return false }
    return damaged.lacking(in: files, without: old.path, besides: survey).commits == 0
  }

  /// Replaces a damaged file that was offered with the other side's file of the same name, if the damaged one holds
  /// nothing else: the other side may have just received its sound part. So a run leaves no such work to the next one.
  mutating func mendOffered(_ file: Inventory.SegmentFile, on side: Endpoint, _ work: inout ReplicaWork)
    throws
  {
    guard let good = work[side.other].known[file.path], !good.isVirtual || isDryRun && isTarget(side.other)
    else { return }
    var source = file
    source.sizeBytes = good.survey.prefixSizeBytes
    guard mends(source, good.survey, on: side, work) else { return }
    let bytes =
      good.isVirtual
      ? [UInt8](repeating: 0, count: source.sizeBytes)
      : try contents(file.path, source.sizeBytes, side.other, work.replica)
    guard let bytes else { return }
    try put(bytes, good.survey, source, at: file.path, replacing: file, on: side, &work)
  }

  // MARK: Writing

  mutating func put(
    _ bytes: [UInt8], _ survey: SegmentSurvey, _ file: Inventory.SegmentFile, at path: String,
    replacing old: Inventory.SegmentFile?, on target: Endpoint, _ work: inout ReplicaWork
  ) throws {
    var traffic = survey.lacking(in: work[target])
    (traffic.files, traffic.sizeBytes) = (1, bytes.count)
    var new = Inventory.SegmentFile(path: path, name: file.name, sizeBytes: bytes.count, inode: 0)
    if isTarget(target), !isDryRun {
      let seen = old.map { SideWriter.Seen(sizeBytes: $0.sizeBytes, inode: $0.inode) }
      let put = try change(target) { (writer) throws(FileError) in
        try writer.put(CopySource(bytes), at: path, replacing: seen)
      }
      guard let put else { throw FileVanished() }
      new.inode = put.inode
    }
    let isReal = isTarget(target) && !isDryRun
    work.change(target) { $0.note(new, survey, isVirtual: !isReal) }
    guard isTarget(target) else { return lack(traffic, on: target, work.replica) }
    work.replaced[target, default: []].insert(path)
    var entry = report.replicas[work.replica] ?? CopyReport.Replica()
    if target == .here { entry.pulled += traffic } else { entry.pushed += traffic }
    report.replicas[work.replica] = entry
  }

  // MARK: Giving way

  /// Removes files that larger ones on their side replace. This machine's own files on this side are left to its
  /// writer.
  mutating func removeSuperseded(
    _ listed: [Endpoint: [Inventory.SegmentFile]], _ work: inout ReplicaWork
  ) throws {
    for side in Endpoint.allCases where isTarget(side) && (side == .there || work.replica != own) {
      // The files that the writer still has.
      let current = Set(work.replica == own ? (listed[.here] ?? []).map(\.path) : [])
      for file in listed[side] ?? [] where !current.contains(file.path) {
        guard let survey = work[side].known[file.path]?.survey, survey.findings.isEmpty,
          file.isSealed || survey.prefixSizeBytes == file.sizeBytes, !survey.commits.isEmpty,
          work.replaced[side]?.contains(file.path) != true
        else { continue }
        try load(overlapping: survey, on: side, &work)
        guard work[side].givesWay(file, survey) else { continue }
        if !isDryRun {
          let isGone = try change(side) { (writer) throws(FileError) in
            try writer.flush()
            return try writer.remove(
              file.path, ifStill: SideWriter.Seen(sizeBytes: file.sizeBytes, inode: file.inode))
          }
          if !isGone { continue }
        }
        work.change(side) { $0.remove(file) }
        report.removed.append(file.path)
      }
    }
  }
}
