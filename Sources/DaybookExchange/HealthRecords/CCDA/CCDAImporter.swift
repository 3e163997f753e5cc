// Clinical documents in XML into Purus Health: portals call them "continuity of care document".

public import Daybook
import DaybookInput
import DaybookLog
import DaybookModel
import PurusHealth

/// Reads C-CDA documents from files, folders and archives.
public struct CCDAImporter: Importer {
  /// The sources: one for each document.
  public let sources: [SyncSource]
  private var tree: InputTree
  private var owners: RecordOwners
  private let zone: TimeZoneRule?
  private var telling = NewestTelling()
  private var others = OtherFormats()
  /// What the user named first.
  private let file: String
  /// The last first.
  private var steps: [ImportStep] = []

  /// - Parameters:
  ///   - files: paths of files, folders and archives; of folders and archives, files that end with `.xml` are read.
  ///   - record: the record for all of them, by id or name; nil: their patients' records.
  ///   - source: the name of the source; nil: the last part of each path.
  ///   - zone: the time zone of times that have none; without it, only their day is certain.
  public init(
    files: [String], record: String? = nil, source: String? = nil, zone: TimeZoneRule? = nil
  ) {
    (self.zone, tree) = (zone, InputTree(files, extensions: ["xml"], refusesEmpty: true))
    owners = RecordOwners(record)
    file = files.first.map(InputTree.shown) ?? ""
    var sources: [SyncSource] = []
    for file in files {
      let source = SyncSource(.health, name: source ?? file.lastPathPart)
      if !sources.contains(source) { sources.append(source) }
    }
    self.sources = sources
  }

  public var bytesRead: Int64 { tree.bytesRead }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    try owners.prepare(state)
    while steps.isEmpty {
      guard let stream = try tree.next() else {
        steps = others.takeNotices(file)
        if steps.isEmpty { return nil }
        break
      }
      do throws(LedgerError) {
        let bytes = try stream.contents(sizeBytesMax: XMLNode.sizeBytesMax)
        steps = read(bytes, stream.name, isNamed: stream.isNamed, state).reversed()
      } catch {
        guard error.code == .badData else { throw error }
        steps = [.skipped(SyncRemark(file: stream.name, line: 1, reason: error.whatAndAdvice))]
      }
    }
    return steps.removeLast()
  }

  private mutating func read(
    _ bytes: [UInt8], _ file: String, isNamed: Bool, _ state: borrowing LedgerState
  ) -> [ImportStep] {
    do throws(XMLFailure) {
      let root = try XMLNode.parse(bytes)
      if let document = CCDADocument(root) { return steps(of: document, file, state) }
      let other = HealthFormat(root: root, bytes)
      // Stylesheets and similar files may be beside the documents.
      guard isNamed else {
        if let other { others.note(other) }
        return []
      }
      let reason = other?.reason ?? "not a clinical document: it begins with \(root.name)"
      return [.skipped(SyncRemark(file: file, line: 1, reason: reason))]
    } catch {
      let other = XMLNode.isXML(bytes) ? nil : HealthFormat(bytes)
      return [.skipped(SyncRemark(file: file, line: error.line, reason: other?.reason ?? error.reason))]
    }
  }

  private mutating func steps(
    of document: CCDADocument, _ file: String, _ state: borrowing LedgerState
  ) -> [ImportStep] {
    var taking = CCDATaking(file, document, zone)
    let own = taking.entryID("")
    let id = owners.record(ofSource: taking.sourceID(""), otherwise: own, in: state)
    var entries = document.patient
    // A record that was not made of this patient keeps its own values.
    if id != own { entries[0].fields = owners.filling(entries[0].fields, of: id, in: state) }
    owners.note(made: id)
    taking.patient(entries, id, document)
    for doctor in document.doctors {
      taking.add([(doctor.entry, doctor.of)], key: doctor.key, of: doctor.of, type: "doctor", id)
    }
    if let (type, text) = document.attachment { taking.attachment(type, text, document, id) }
    for section in document.sections { taking.section(section, id, zone) }
    var steps: [ImportStep] = []
    for made in taking.made {
      let verdict = telling.verdict(of: made.sourceID, made.text, at: taking.time, in: state)
      guard !made.isBeside else {
        if verdict == .counts, case .record(var before)? = steps.popLast() {
          before.entities += made.record.entities
          steps.append(.record(before))
        }
        continue
      }
      switch verdict {
      case .counts: steps.append(.record(made.record))
      case .isOld: steps.append(.record(made.record.withNothing))
      case .isDisputed:
        let reason = "another document of the same time, which was read first, has other content for this id"
        steps += [.notice(made.record.remark(reason)), .record(made.record.withNothing)]
      }
    }
    if taking.unreadCount > 0 {
      let reason =
        "entries without a name or of another form than their section's: \(taking.unreadCount); each is kept as it came"
      steps.append(.notice(SyncRemark(file: file, line: document.root.line, reason: reason)))
    }
    return steps
  }
}

extension ImportedRecord {
  /// The record as read but without entities.
  var withNothing: ImportedRecord {
    var record = self
    record.entities = []
    return record
  }
}

/// The records of one document.
private struct CCDATaking {
  struct Made {
    var record: ImportedRecord
    var sourceID: String
    var text: [UInt8]
    /// Whether it belongs to the record before it, and is counted with that.
    var isBeside = false
  }

  let file: String
  let patientKey: String
  let time: Instant?
  /// A record, and the element of which it is made.
  private(set) var made: [Made] = []
  /// Entries that became none.
  private(set) var unreadCount = 0
  /// How often each key occurred: some programs give several entries the same id.
  private var counts: [String: Int] = [:]

  init(_ file: String, _ document: CCDADocument, _ zone: TimeZoneRule?) {
    (self.file, patientKey, time) = (file, document.patientKey, document.time(zone))
  }

  private func normalized(_ key: String) -> String { "ccda\n\(patientKey)\n\(key)" }
  func entryID(_ key: String) -> String { NaturalKey.id(of: "purus", normalized: normalized(key)) }
  func sourceID(_ key: String) -> String {
    NaturalKey.id(of: SourceResource.kind, normalized: normalized(key))
  }

  private func kept(
    _ key: String, _ text: [UInt8], type: String, id: String, _ record: String, _ entry: (String, String)?
  ) -> ImportedEntity {
    SourceText(format: SourceText.ccda, type: type, id: id, bytes: text, time: time)
      .entity(sourceID(key), record: record, entry: entry.map { (kind: $0.0, id: $0.1) })
  }

  mutating func patient(_ entries: [HealthEntry], _ id: String, _ document: CCDADocument) {
    var entities = entries.map { entry in
      var entity = ImportedEntity(
        entry.kind, .id(entry.part.isEmpty ? id : entryID(entry.part)), fields: entry.fields)
      if !entry.part.isEmpty { entity.fields["record"] = .string(id) }
      return entity
    }
    let text = document.root.first("recordTarget")?.source ?? []
    if !text.isEmpty {
      entities.append(kept("", text, type: "recordTarget", id: patientKey, id, (MedicalRecord.kind, id)))
    }
    add(entities, "", text, line: document.root.line)
    // What the document says of itself: its title, its authors, who keeps it.
    keep(document.root.without(["component", "recordTarget"]), "header", type: "ClinicalDocument", id)
  }

  /// Keeps an element that belongs to all entries made last.
  private mutating func keep(_ node: XMLNode, _ key: String, type: String, _ record: String) {
    let text = node.source
    let entity = kept(key, text, type: type, id: "", record, nil)
    let told = ImportedRecord(file: file, line: node.line, entities: [entity])
    made.append(Made(record: told, sourceID: sourceID(key), text: text, isBeside: true))
  }

  private mutating func add(_ entities: [ImportedEntity], _ key: String, _ text: [UInt8], line: Int) {
    let record = ImportedRecord(file: file, line: line, entities: entities)
    made.append(Made(record: record, sourceID: sourceID(key), text: text))
  }

  /// What an element became, and the element.
  mutating func add(
    _ entries: [(entry: HealthEntry, of: XMLNode)], key: String, of node: XMLNode, type: String,
    _ record: String
  ) {
    let count = counts[key, default: 0]
    counts[key] = count + 1
    let key = count == 0 ? key : "\(key)\n\(count)"
    var entities = entries.enumerated().map { index, made in
      var entity = ImportedEntity(
        made.entry.kind, .id(entryID(index == 0 ? key : "\(key)\npart \(index)")), fields: made.entry.fields,
        blobs: made.entry.blobs)
      entity.fields["record"] = .string(record)
      entity.isPresent = made.entry.isPresent
      return entity
    }
    let first = entries.first.map { ($0.entry.kind, entryID(key)) }
    let (text, id) = (node.source, key.split(separator: "\n").last.map(String.init) ?? "")
    entities.append(kept(key, text, type: type, id: id, record, first))
    add(entities, key, text, line: node.line)
  }

  mutating func section(_ section: XMLNode, _ record: String, _ zone: TimeZoneRule?) {
    let code = section.first("code")?["code"]
    let title = section.first("title")?.words ?? section.first("code")?["displayName"] ?? ""
    let text = CCDAText(section)
    let made = CCDAEntries(section: CCDASection(section), text: text, zone: zone)
    var count = 0
    var unread: [XMLNode] = []
    for entry in section.all("entry") {
      let entries = made.entries(of: entry)
      guard !entries.isEmpty else {
        unread.append(entry)
        continue
      }
      count += entries.count
      // What has no id is known by what it says.
      let id =
        entry.children.lazy.compactMap { CCDADocument.id(of: $0) }.first ?? CCDADocument.hash(of: entry)
      add(entries, key: "\(code ?? "")\n\(id)", of: entry, type: code ?? "entry", record)
    }
    guard count == 0 else {
      for entry in unread {
        add(
          [], key: "unread \(code ?? "")\n\(CCDADocument.hash(of: entry))", of: entry, type: code ?? "entry",
          record)
      }
      unreadCount += unread.count
      keep(
        section.without(["entry", "component"]), "narrative \(code ?? "") \(title)", type: "section", record)
      return
    }
    // A section with text only, or with entries for which the ledger has no place.
    let words = section.first("text")?.words ?? ""
    let told = HealthEntry(
      MedicalHistoryEntry.kind, ["information": .string(title), "comment": .string(words)])
    add(
      words.isEmpty ? [] : [(told, section)], key: "section \(code ?? "") \(title)", of: section,
      type: "section", record)
  }

  mutating func attachment(_ type: String, _ text: String, _ document: CCDADocument, _ record: String) {
    guard let body = document.root.first("component", "nonXMLBody") else { return }
    var entry = HealthEntry(
      MedicalDocumentEntry.kind,
      ["documentName": .string(document.title), "documentType": .string(type), "comment": "C-CDA"])
    let bytes = Base64.bytes(text.utf8.filter { $0 > 0x20 })
    entry.keep(bytes ?? Array(text.utf8), as: "documentData")
    let id = CCDADocument.id(of: document.root) ?? CCDADocument.hash(of: body)
    add([(entry, body)], key: "document \(id)", of: body, type: "nonXMLBody", record)
  }
}
