// Turns one document after another into records of an import, with the patient and the id of each entry.

import Daybook
import DaybookModel
import PurusHealth

/// Imports the resources of a document. Shared by every source that contains FHIR.
struct FHIRTaking {
  var owners: RecordOwners
  let base: String
  let zone: TimeZoneRule?
  var source: SyncSource?
  /// The record of resources that name no patient, if the source identifies it by other means.
  var otherwise: String?
  private var document: Taken?
  private var telling = NewestTelling()
  /// The remark about the previous resource.
  private var remark: ImportStep?
  /// Types of R5 that were named.
  private var newerTypes: Set<String> = []
  var keptTypes = FHIRKeptTypes()
  /// Who was treated by whom, as far as resources said so.
  private var treated: [FHIRKey: [String]] = [:]

  private struct Taken {
    var content: FHIRDocument
    var index: FHIRIndex
    var file: String
    var line: LineCounter
    var next = 0
    var oddity = 0
    /// Patients whose record this document makes.
    var patients: Set<FHIRKey>
  }

  /// The number of practitioners, and of patients of each, that are remembered.
  private static let treatedMax = 100_000

  init(owners: RecordOwners, base: String, zone: TimeZoneRule?) {
    (self.owners, self.zone) = (owners, zone)
    self.base = base.hasSuffix("/") ? String(base.dropLast()) : base
  }

  mutating func prepare(_ state: borrowing LedgerState) throws(LedgerError) { try owners.prepare(state) }

  /// Takes up a JSON text; returns a step where it is not one.
  mutating func take(_ bytes: [UInt8], file: String, line: Int) -> ImportStep? {
    do throws(JSONError) {
      let content = try FHIRDocument(bytes)
      let index = FHIRIndex(content, defaultBase: base)
      document = Taken(
        content: content, index: index, file: file, line: LineCounter(line: line),
        patients: index.patients)
      return nil
    } catch {
      var counter = LineCounter(line: line)
      let line = counter.line(at: min(error.offset, bytes.count), in: bytes)
      return .skipped(
        SyncRemark(
          file: file, line: line,
          reason: "not JSON: \(error.reason.rawValue); get the file again, or leave it out"))
    }
  }

  /// The next resource of the document that was taken up; nil at its end.
  mutating func next(in state: borrowing LedgerState) -> ImportStep? {
    if let step = remark {
      remark = nil
      return step
    }
    guard var taken = document else { return nil }
    if taken.oddity < taken.content.oddities.count {
      let range = taken.content.oddities[taken.oddity]
      taken.oddity += 1
      document = taken
      let line = LineCounter.line(taken.line.line, at: range.lowerBound, in: taken.content.bytes)
      return .skipped(
        SyncRemark(file: taken.file, line: line, reason: "not a FHIR resource: it has no resourceType"))
    }
    if taken.next == 0 { noteTreatment(taken, state) }
    guard taken.next < taken.content.places.count else {
      document = nil
      return nil
    }
    let place = taken.content.places[taken.next]
    let key = taken.index.keys[taken.next]
    taken.next += 1
    let line = taken.line.line(at: place.range.lowerBound, in: taken.content.bytes)
    document = taken
    return step(taken.content.resource(place), key, taken, line: line, in: state)
  }

  private mutating func step(
    _ resource: FHIRResource, _ key: FHIRKey, _ taken: Taken, line: Int, in state: borrowing LedgerState
  ) -> ImportStep {
    var made = FHIREntries(zone: zone)
    made.lookUp = { text, resource in
      taken.index.place(text, in: resource).map { taken.content.resource(taken.content.places[$0]) }
    }
    var record = ImportedRecord(file: taken.file, line: line, entities: [], source: source)
    switch telling.verdict(of: key.sourceID, resource.text, at: resource.time, in: state) {
    case .counts: break
    case .isOld where resource.type == "Practitioner", .isDisputed where resource.type == "Practitioner":
      // In another patient's document, they are a doctor of that patient too.
      let owner = owner(of: resource, key, taken, in: state)
      record.entities = practitioner(resource, key, made, owner?.id).dropLast().map(\.onlyWhereNew)
      return .record(record)
    case .isOld: return .record(record)
    case .isDisputed:
      let name = [resource.type, resource.id].filter { !$0.isEmpty }.joined(separator: " ")
      remark = .notice(
        record.remark("\(name) occurs twice, and neither is marked as newer: the first counts"))
      return .record(record)
    }
    if resource.type == "Patient" {
      record.entities = patient(resource, key, made, in: state)
      return .record(record)
    }
    let owner = owner(of: resource, key, taken, in: state)
    let entries = made.entries(of: resource)
    if owner == nil, !entries.isEmpty, !FHIREntries.shared.contains(resource.type) {
      return .skipped(
        SyncRemark(
          file: taken.file, line: line,
          reason: [resource.type, resource.id, "does not name its patient; name the record with --record"]
            .filter { !$0.isEmpty }.joined(separator: " ")))
    }
    if resource.type == "Practitioner" {
      record.entities = practitioner(resource, key, made, owner?.id)
    } else {
      record.entities = self.entities(resource, key, entries, owner: owner?.id)
    }
    if let stub = owner?.stub { record.entities.append(stub) }
    if FHIREntries.newerTypes.contains(resource.type) {
      let reason =
        "\(resource.type) is a type of FHIR R5, which R4 does not have: it is kept as it came, without an entry"
      if newerTypes.insert(resource.type).inserted { remark = .notice(record.remark(reason)) }
    } else if record.entities.count(where: { $0.kind != MedicalRecord.kind }) == 1 {
      // The resource itself alone, and the record of a patient whom it names.
      keptTypes.note(resource.type)
    }
    return .record(record)
  }
}

// MARK: Whose

extension FHIRTaking {
  private struct Owner {
    var id: String
    /// The record, where nothing but this reference speaks of it so far.
    var stub: ImportedEntity?
  }

  private mutating func owner(
    of resource: FHIRResource, _ key: FHIRKey, _ taken: Taken, in state: borrowing LedgerState
  ) -> Owner? {
    if let forced = owners.forced { return Owner(id: forced) }
    let reference = FHIREntries.owner(of: resource)
    if let patient = taken.index.key(reference, in: resource, type: "Patient"), patient.type == "Patient" {
      let id = owners.record(ofSource: patient.sourceID, otherwise: taken.index.recordID(patient), in: state)
      if owners.isHere(id) || taken.patients.contains(patient) { return Owner(id: id) }
      owners.note(made: id)
      return Owner(id: id, stub: Self.stub(id, reference))
    }
    if taken.patients.count == 1, let patient = taken.patients.first {
      return Owner(
        id: owners.record(ofSource: patient.sourceID, otherwise: taken.index.recordID(patient), in: state))
    }
    if let otherwise { return Owner(id: otherwise) }
    if FHIREntries.shared.contains(resource.type) || !taken.patients.isEmpty { return nil }
    return owners.only().map { Owner(id: $0) }
  }

  /// A record of which only the name in references is known.
  private static func stub(_ id: String, _ reference: JSONValue?) -> ImportedEntity {
    let words = (FHIRText.display(reference) ?? "").split(separator: " ").map(String.init)
    return ImportedEntity(
      MedicalRecord.kind, .id(id),
      initial: [
        "personalGivenName": .string(words.dropLast().joined(separator: " ")),
        "personalFamilyName": .string(words.last ?? ""),
      ])
  }

  private mutating func patient(
    _ resource: FHIRResource, _ key: FHIRKey, _ made: FHIREntries, in state: borrowing LedgerState
  ) -> [ImportedEntity] {
    let own = FHIRExtension.id(of: resource) ?? key.entryID()
    let id = owners.record(ofSource: key.sourceID, otherwise: own, in: state)
    var entries = made.entries(of: resource)
    // A record that was not made of this patient keeps its own values.
    if id != own { entries[0].fields = owners.filling(entries[0].fields, of: id, in: state) }
    owners.note(made: id)
    var entities = entities(resource, key, entries, owner: id)
    entities[0].name = .id(id)
    if let last = entities.indices.last { entities[last].fields["entryID"] = .string(id) }
    return entities
  }
}

// MARK: What

extension ImportedEntity {
  /// The entity, written only if it does not exist yet.
  fileprivate var onlyWhereNew: ImportedEntity {
    var entity = self
    (entity.initial, entity.fields) = (fields, [:])
    return entity
  }
}

extension FHIRTaking {
  /// The entries, and the resource itself, last.
  private func entities(
    _ resource: FHIRResource, _ key: FHIRKey, _ entries: [HealthEntry], owner: String?
  ) -> [ImportedEntity] {
    let isPresent = !resource.isInError
    var entities = entries.map { entry in
      let own = FHIRExtension.id(of: resource)
      let id = entry.part.isEmpty ? own ?? key.entryID() : key.entryID(part: entry.part)
      var entity = ImportedEntity(entry.kind, .id(id), fields: entry.fields, blobs: entry.blobs)
      if entry.kind != MedicalRecord.kind, let owner { entity.fields["record"] = .string(owner) }
      entity.isPresent = isPresent
      return entity
    }
    let main = entities.first.map { ($0.kind, Self.id(of: $0)) }
    entities.append(kept(resource, key, owner: owner, entry: main))
    return entities
  }

  private static func id(of entity: ImportedEntity) -> String {
    switch entity.name {
    case .id(let id), .key(let id): id
    }
  }

  private func kept(
    _ resource: FHIRResource, _ key: FHIRKey, owner: String?, entry: (kind: String, id: String)?
  ) -> ImportedEntity {
    let told = key.base.isEmpty ? "" : "\(key.base)/\(key.type)/\(key.id)"
    let text = SourceText(
      format: SourceText.fhir, type: resource.type, id: key.id,
      url: resource.fullURL.isEmpty ? told : resource.fullURL, bytes: resource.text, time: resource.time)
    return text.entity(key.sourceID, record: owner, entry: entry)
  }

  /// A doctor is one of every patient whom they treat.
  private func practitioner(
    _ resource: FHIRResource, _ key: FHIRKey, _ made: FHIREntries, _ owner: String?
  ) -> [ImportedEntity] {
    let records = owner.map { [$0] } ?? treated[key] ?? []
    guard !records.isEmpty, let entry = made.entries(of: resource).first else {
      return [kept(resource, key, owner: nil, entry: nil)]
    }
    let own = records.count == 1 ? FHIRExtension.id(of: resource) : nil
    let doctors = records.map { record in
      var entity = ImportedEntity(
        entry.kind, .id(own ?? key.entryID(part: "of \(record)")), fields: entry.fields)
      entity.fields["record"] = .string(record)
      entity.isPresent = !resource.isInError
      return entity
    }
    let first = doctors.first.map { ($0.kind, Self.id(of: $0)) }
    return doctors + [kept(resource, key, owner: records.count == 1 ? records[0] : nil, entry: first)]
  }

  /// Remembers which practitioners a document's resources name, before any of them is imported.
  private mutating func noteTreatment(_ taken: Taken, _ state: borrowing LedgerState) {
    for place in taken.content.places where !FHIREntries.shared.contains(place.type) {
      guard treated.count < Self.treatedMax else { return }
      let resource = taken.content.resource(place)
      var practitioners: Set<FHIRKey> = []
      FHIRIndex.forEachReference(in: .object(resource.json)) { reference in
        guard let key = taken.index.key(reference, in: resource, type: ""), key.type == "Practitioner" else {
          return
        }
        practitioners.insert(key)
      }
      if practitioners.isEmpty { continue }
      let patient =
        place.type == "Patient"
        ? FHIRKey(resource, defaultBase: base)
        : taken.index.key(FHIREntries.owner(of: resource), in: resource, type: "Patient")
      guard let patient, patient.type == "Patient" else { continue }
      let record = owners.record(
        ofSource: patient.sourceID, otherwise: taken.index.recordID(patient), in: state)
      for key in practitioners where !(treated[key] ?? []).contains(record) {
        treated[key, default: []].append(record)
      }
    }
  }
}
