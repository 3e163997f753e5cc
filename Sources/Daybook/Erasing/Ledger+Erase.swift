import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// See ``LedgerErasures/preview(_:)``.
  func previewErasure(_ request: ErasureRequest) throws -> ErasurePreview {
    try requireFresh()
    var (preview, lines) = try survey(request)
    preview.referrers = try referrers(besides: preview)
    preview.mentions = try mentions(of: lines, in: preview, request)
    return preview
  }

  /// See ``LedgerErasures/erase(_:by:why:progress:)``.
  func erase(
    _ request: ErasureRequest, by author: String?, why: String?,
    progress: @Sendable (ErasureProgress) -> Void
  ) async throws -> ErasureReceipt {
    try requireWriter()
    try publishLacking()
    try requireFresh()
    let (preview, lines) = try survey(request)
    var receipt = ErasureReceipt()
    receipt.erased = preview
    guard !lines.isEmpty else { return receipt }
    var options = AppendOptions(by: author, why: why)
    options.mayErase = true
    var writing = ErasureWriting(of: preview, request)
    try writing.plan(lines) { UUIDText.random(self.options.random) }
    try await requireLength(writing, options, request)
    // An earlier version must not read a ledger whose erased values it would show.
    try raiseFormat(to: SegmentHeader.stubFormat)
    var done = ErasureProgress(entities: writing.erasures.count)
    for group in writing.groups {
      let requests = group.map { CommitRequest(content: $0.batch, options: options) }
      // The log is read anew between two flushes.
      for written in try await commit(all: requests) { receipt.notices += written.notices }
      done.erased += group.reduce(0) { $0 + $1.entities }
      progress(done)
    }
    receipt.erasures = writing.erasures
    try requireFresh()
    beginErasing()
    return receipt
  }

  /// Of one commit.
  static let eraseEventsMax = 1000
  /// Of commits that share a flush.
  static let eraseEventsOfFlushMax = 20_000

  static func mutation(
    _ act: EraseEvent.Act, of erasure: String, kind: String, _ id: String
  ) -> Mutation {
    // The author is the replica that writes the event.
    let event = EraseEvent(
      author: ReplicaID(rawValue: 0), kind: kind, id: id,
      erasure: ErasureID(author: ReplicaID(rawValue: 0), id: erasure), act: act)
    var mutation = Mutation(.erase, kind: kind, id: id)
    mutation.other[EraseEvent.key] = event.json
    return mutation
  }

  private func survey(
    _ request: ErasureRequest
  ) throws -> (preview: ErasurePreview, lines: [ErasureSurvey.Line]) {
    let root = EntityName(kind: request.kind, id: request.id)
    guard !StubRules.protectedKinds.contains(request.kind) else {
      throw LedgerError(.refused, "a \(request.kind) cannot be erased: it proves who wrote what")
    }
    guard loaded.records.entity(request.kind, request.id) != nil else {
      throw LedgerError(.notFound, "the ledger has no event of \(request.kind) '\(request.id)'")
    }
    let members = try members(of: root, request)
    var preview = ErasurePreview()
    var wanted: [EntityName: (part: Int, fields: Set<String>?)] = [:]
    for (index, name) in members.enumerated() {
      preview.parts.append(
        ErasurePreview.Part(kind: name.kind, id: name.id, name: calledName(name.kind, name.id)))
      wanted[name] = (index, index == 0 ? try storedNames(request) : nil)
    }
    var survey = ErasureSurvey(
      wanted, before: request.before,
      shown: request.before == nil ? [:] : shownFields(of: members),
      try erasingVoice())
    try forEachFrame { try survey.note($0) }
    for line in survey.lines {
      preview.parts[line.part].lines += 1
      preview.parts[line.part].replicas[line.line.replica, default: 0] += 1
      if line.isForced { preview.parts[line.part].wholeLines += 1 }
      for field in line.fields { preview.parts[line.part].fields[field, default: 0] += 1 }
    }
    return (preview, survey.lines)
  }

  /// Under which names the fields are stored, former ones too; nil for all.
  private func storedNames(_ request: ErasureRequest) throws -> Set<String>? {
    if request.fields.isEmpty { return nil }
    guard let schema = schemas[request.kind] else { return Set(request.fields) }
    var names: Set<String> = []
    for field in request.fields {
      guard schema.field(field) != nil else {
        throw LedgerError(
          .badData, "\(request.kind) has no field '\(field)'",
          advice: "'\(Remedy.schema) \(request.kind)' lists them")
      }
      names.formUnion(schema.names(of: field))
    }
    return names
  }

  /// By line the fields of some entities that show, or that no other write had seen.
  private func shownFields(of names: [EntityName]) -> [Hash256: Set<String>] {
    names.reduce(into: [:]) { fields, name in
      guard let entity = loaded.records.entity(name.kind, name.id) else { return }
      fields.merge(loaded.records.headFields(of: entity)) { $0.union($1) }
    }
  }

  /// Before the first event that an earlier version must not read.
  private func raiseFormat(to format: Int64) throws {
    do throws(FileError) { try LedgerDescriptor.raise(in: folder, to: format) } catch {
      throw LedgerError(error, in: info.path)
    }
  }
}

// Checked before anything is written: an erasure can no longer be withdrawn once its texts are removed.

extension Ledger {
  /// Refuses a ledger that nobody writes, such as one in a tar.
  package func requireWriter() throws {
    if !machine.canWrite { _ = try machine.state() }
  }

  /// Refuses a folder in which no file can be replaced.
  package func requireRemovableTexts() throws {
    try requireWriter()
    let own = session.map { LedgerLayout.folder(of: $0.replica) }
    do throws(FileError) {
      let place = if let own, try folder.status(own) != nil { own } else { LedgerLayout.replicas }
      try WritingTrial.run(folder, in: place)
    } catch {
      guard error.reason == .denied || error.reason == .readOnly else {
        throw LedgerError(error, in: info.path)
      }
      let reason = error.reason == .readOnly ? "is read-only" : "may not be written by this user"
      throw LedgerError(
        .cannotCreate, "erased texts cannot be removed: the ledger's folder \(reason)",
        file: info.path,
        advice: "make it writable, then '\(Remedy.eraseNow)' removes them")
    }
  }
}

extension Ledger {
  /// Refuses, before anything is written, an erasure with an event that would exceed the maximum length of a line. O(1)
  /// unless names are long.
  func requireLength(
    _ writing: ErasureWriting, _ options: AppendOptions, _ request: ErasureRequest
  ) async throws {
    guard writing.mayBeLong else { return }
    var options = options
    options.isDryRun = true
    for group in writing.groups {
      for part in group {
        let planned = try await commit(CommitRequest(content: part.batch, options: options))
        for event in planned.events {
          // A dry run does not know the event's number.
          let sizeBytes = EventLineWriter.line(event).count + String(UInt64.max).utf8.count
          guard sizeBytes > JSONLimit.lineSizeBytesMax else { continue }
          throw LedgerError(tooLong: sizeBytes, request)
        }
      }
    }
  }
}

extension ErasureWriting {
  /// A name may occur twice in an event, and each of its bytes may take six.
  var mayBeLong: Bool {
    let longest = preview.parts.map { $0.kind.utf8.count + $0.id.utf8.count }.max() ?? 0
    return longest + fields.reduce(0) { $0 + $1.utf8.count } > JSONLimit.lineSizeBytesMax / 16
  }
}

extension LedgerError {
  /// Of an event that would erase something.
  fileprivate init(tooLong sizeBytes: Int, _ request: ErasureRequest) {
    let advice =
      if !request.fields.isEmpty {
        "name fewer fields at a time, or none, which erases all of them"
      } else if request.takesOthers {
        "erase this entity alone, and then those that belong to it one by one"
      } else {
        "its id is too long to be erased: deleting it hides it, and its values stay in the log"
      }
    self.init(
      .refused,
      "an event of this erasure would be a line of \(sizeBytes) bytes, more than 1 MiB, since the names in it are that long; nothing was erased",
      advice: advice)
  }
}
