public import Daybook

/// Plans what an import writes: entities that a ledger exported are restored, annotations of other programs are kept,
/// and nothing is written for data that is unchanged here.
public struct NotesImport {
  /// What has been planned so far, without the tags that it needs: ``finish()`` adds those.
  public private(set) var plan = SyncPlan()
  /// The document of all entries, if the caller named one.
  let place: ImportedDocument?
  let limits: ImportLimits
  var tags = PlannedTags()
  var webAnnotations: HeldAnnotations?
  /// What this run has planned, by kind and id.
  private var seen: Set<[String]> = []

  /// Makes an import that has read nothing.
  /// - Parameters:
  ///   - document: if given, all imported notes and provocations get its path, whatever their file says.
  ///   - limits: the limits for imported values, from `Ledger.importLimits(_:)`.
  public init(document: Document? = nil, limits: ImportLimits) {
    place = document.map { ImportedDocument($0) }
    self.limits = limits
  }

  /// Plans the entries of one file against the ledger's state. An entry that cannot be imported, or that was changed
  /// both in the file and in the ledger, goes into the plan's `skipped`; the others are planned nevertheless.
  public mutating func add(_ read: ReadNotes, in state: borrowing LedgerState) throws {
    plan.notices += read.notices
    for remark in read.skipped { skip(remark.file, remark.line, remark.reason) }
    for entry in read.entries {
      switch entry.content {
      case .own(let carried): try add(carried, entry, in: state)
      case .foreign(let object): try add(object, entry, in: state)
      }
    }
  }

  /// The plan, with the tags that it needs first.
  public func finish() -> SyncPlan {
    var plan = plan
    plan.mutations = tags.mutations + plan.mutations
    return plan
  }

  // MARK: What a ledger wrote

  private mutating func add(
    _ carried: CarriedEntity, _ entry: ReadNotes.Entry, in state: borrowing LedgerState
  ) throws {
    var carried = carried
    if let place { carried.fields["documentPath"] = .string(place.document.path) }
    guard let schema = state.schemas[carried.kind] else { return }
    do throws(ValueProblem) {
      carried.fields = try schema.checked(carried)
    } catch {
      return skip(entry.file, entry.line, "\(carried.id): \(error.what)")
    }
    plan.summary.read += 1
    guard seen.insert([carried.kind, carried.id]).inserted else {
      plan.summary.unchanged += 1
      return note(entry, "\(carried.id) occurs twice: the first counts")
    }
    guard let present = state.carried(carried.kind, carried.id, schema) else {
      if state.isGone(carried.kind, carried.id) {
        plan.summary.unchanged += 1
        let restore = Remedy.restore.of("\(carried.kind) \(carried.id)")
        return note(entry, "\(carried.id) was deleted here and stays deleted; '\(restore)' brings it back")
      }
      let set = schema.written(carried)
      if let reason = state.refusal(of: set, carried.kind, carried.id, makes: true, by: limits) {
        plan.summary.read -= 1
        return skip(entry.file, entry.line, "\(carried.id): \(reason)")
      }
      plan.summary.created += 1
      plan.mutations.append(Mutation(.upsert, kind: carried.kind, id: carried.id, set: set))
      return link(carried.tags, of: carried.id, in: state)
    }
    switch Winner.of(carried, present) {
    case .neither: plan.summary.unchanged += 1
    case .both:
      plan.summary.read -= 1
      skip(
        entry.file, entry.line,
        "\(carried.id) was changed in this file and here since it was exported: neither version overwrites the other"
      )
    case .file: change(present, to: carried, entry, schema, in: state)
    }
  }

  private mutating func change(
    _ present: CarriedEntity, to carried: CarriedEntity, _ entry: ReadNotes.Entry, _ schema: KindSchema,
    in state: borrowing LedgerState
  ) {
    var set = schema.differences(present, carried)
      .withoutErased(of: carried.kind, carried.id, in: state)
    var all = set
    all["updatedAt"] = carried.isEdited ? nil : carried.fields["updatedAt"]
    if let reason = state.refusal(of: all, carried.kind, carried.id, makes: false, by: limits) {
      plan.summary.read -= 1
      return skip(entry.file, entry.line, "\(carried.id): \(reason)")
    }
    let before = plan.mutations.count
    if carried.kind == Note.kind { link(carried.tags, of: carried.id, in: state) }
    if schema.field("updatedAt") != nil, !set.isEmpty || plan.mutations.count > before {
      // An edited entity was changed now; any other at the time in the file.
      set["updatedAt"] = carried.isEdited ? .null : carried.fields["updatedAt"] ?? .null
    }
    if !set.isEmpty {
      plan.mutations.insert(Mutation(.upsert, kind: carried.kind, id: carried.id, set: set), at: before)
    }
    if plan.mutations.count > before { plan.summary.changed += 1 } else { plan.summary.unchanged += 1 }
  }

  // MARK: Shared

  /// Links the note to the tags of these names, and to no others.
  mutating func link(_ names: [String], of note: String, in state: borrowing LedgerState) {
    var wanted: [String] = []
    var isWanted: Set<String> = []
    for name in names {
      if let id = tags.id(of: name, in: state), isWanted.insert(id).inserted { wanted.append(id) }
    }
    let present = state.links(Note.kind, note, "tags").filter { id in
      state.read(Tag.kind, id) { _ in true } ?? false
    }
    let isPresent = Set(present)
    for id in present where !isWanted.contains(id) {
      plan.mutations.append(Mutation(.unlink, kind: Note.kind, id: note, rel: "tags", to: id))
    }
    for id in wanted where !isPresent.contains(id) {
      plan.mutations.append(Mutation(.link, kind: Note.kind, id: note, rel: "tags", to: id))
    }
  }

  mutating func write(_ mutation: Mutation) { plan.mutations.append(mutation) }
  mutating func count(_ counter: WritableKeyPath<SyncSummary, Int>) { plan.summary[keyPath: counter] += 1 }
  var writtenCount: Int { plan.mutations.count }

  mutating func skip(_ file: String, _ line: Int, _ reason: String) {
    plan.summary.skipped += 1
    plan.skipped.append(SyncRemark(file: file, line: line, reason: reason))
  }

  mutating func note(_ entry: ReadNotes.Entry, _ reason: String) {
    plan.notices.append(SyncRemark(file: entry.file, line: entry.line, reason: reason))
  }
}

/// Which side counts if a file and the ledger differ.
private enum Winner {
  case neither, file, both

  static func of(_ file: CarriedEntity, _ present: CarriedEntity) -> Winner {
    if file.digest == present.digest { return .neither }
    guard let base = file.base else { return .file }
    if present.digest == base { return .file }
    let isNewer = file.changedAt > present.changedAt
    if file.digest == base { return isNewer ? .file : .neither }
    return isNewer ? .file : .both
  }
}

extension CarriedEntity {
  /// Whether somebody has changed it since it was exported.
  fileprivate var isEdited: Bool { base.map { $0 != digest } ?? true }

  fileprivate var changedAt: Int64 {
    (fields["updatedAt"] ?? fields["createdAt"])?.string.flatMap { DateText.instant($0) }?.milliseconds
      ?? .min
  }
}

extension LedgerState {
  /// The entity in its exported form; nil if it does not exist.
  func carried(_ kind: String, _ id: String, _ schema: KindSchema) -> CarriedEntity? {
    let names = schema.carriedFields
    guard let fields = read(kind, id, { entity in JSONObject(names.map { ($0, entity.value($0)) }) }) else {
      return nil
    }
    let tags = kind == Note.kind ? links(kind, id, "tags") : []
    return CarriedEntity(
      kind: kind, id: id, fields: fields,
      tags: tags.compactMap { tag in read(Tag.kind, tag) { $0.value("name").string } ?? nil })
  }

  /// Whether it existed but no longer does.
  func isGone(_ kind: String, _ id: String) -> Bool {
    read(kind, id, includesGone: true) { _ in true } ?? false
  }
}
