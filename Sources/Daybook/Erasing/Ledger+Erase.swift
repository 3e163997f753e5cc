import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// What an erasure would erase, and which other entities hold a text of it. Writes nothing. O(size of the log × texts)
  ///
  /// - Throws: ``LedgerError`` with code `not-found` where nothing was ever written of the entity, `bad-data` for a field
  ///   that its kind does not have.
  public func previewErasure(_ request: ErasureRequest) throws -> ErasurePreview {
    try requireFresh()
    var (preview, lines) = try survey(request)
    preview.referrers = try referrers(besides: preview)
    preview.mentions = try mentions(of: lines, in: preview, request)
    return preview
  }

  /// Erases what was written of an entity: from now on every replica that holds the erase events reads the values as
  /// erased, whichever file still has their text. The texts themselves go later: see Erasing.md, "When". O(size of the
  /// log)
  ///
  /// Where it is interrupted, the same request goes on with what is left: belongings are erased before what they belong
  /// to, and the entity last.
  ///
  /// - Parameters:
  ///   - request: the entity to erase, or fields of it, and whether what belongs or refers to it is erased too.
  ///   - author: the author of the erase events; nil: none is named.
  ///   - why: the reason that the erase events give; nil: none.
  ///   - progress: called as entities are erased.
  @discardableResult
  public func erase(
    _ request: ErasureRequest, by author: String? = nil, why: String? = nil,
    progress: @Sendable (ErasureProgress) -> Void = { _ in }
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
    // An earlier version must not read what it would show.
    try raiseFormat(to: SegmentHeader.stubFormat)
    var done = ErasureProgress(entities: writing.erasures.count)
    for group in writing.groups {
      let requests = group.map { CommitRequest(content: $0.batch, options: options) }
      // Between two of them the log is read anew.
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
      throw LedgerError(.notFound, "nothing was ever written of \(request.kind) '\(request.id)'")
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
