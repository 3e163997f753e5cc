// An export of Apple Health into Purus Health: the export itself, the records of clinics beside it, and
// electrocardiograms.

package import Daybook
import DaybookInput
import DaybookModel
import PurusHealth

/// Reads `export.xml`, or the archive or folder that holds it.
package struct AppleHealthImporter: Importer {
  package private(set) var sources: [SyncSource] = []
  private let paths: [String]
  private let name: String?
  private let entries: HealthExportEntries
  private var tree: InputTree
  private var owners: RecordOwners
  private var clinic: FHIRTaking
  private var owner: String?
  /// Records of which this import has told.
  private var toldOwners: Set<String> = []
  private var export: OpenExport?
  /// An export that was read, and the day that comes next.
  private var totals: (open: OpenExport, next: Int)?
  private var steps: [ImportStep] = []
  private var unreadCount = 0
  private var summedCount = 0
  private var clinicalCount = 0
  private var clinicalFiles = 0
  private var totalsCount = 0
  private var foundExport = false
  private var isAtEnd = false

  /// - Parameters:
  ///   - files: `export.xml` under any name, `export.zip`, or the folder that was packed in it.
  ///   - record: whose it is, by id or name; nil: the only person of the ledger, otherwise a new record.
  ///   - zone: in which the days of totals begin.
  package init(
    files: [String], record: String? = nil, source: String? = nil, zone: TimeZoneRule = .system
  ) {
    (paths, name) = (files, source)
    tree = InputTree(files)
    owners = RecordOwners(record)
    entries = HealthExportEntries(zone: zone)
    clinic = FHIRTaking(owners: RecordOwners(record), base: "", zone: zone)
    for file in files {
      let source = SyncSource(.health, name: source ?? file.lastPathPart)
      if !sources.contains(source) { sources.append(source) }
    }
  }

  package var bytesRead: Int64 { tree.bytesRead }

  package mutating func next(in state: borrowing LoadedLedger) throws -> ImportStep? {
    try owners.prepare(state)
    try clinic.prepare(state)
    while true {
      if let step = clinic.next(in: state) { return step }
      if !steps.isEmpty { return steps.removeLast() }
      if let step = nextTotal(state) { return step }
      if export != nil {
        try advance(state)
      } else if isAtEnd {
        return nil
      } else {
        try openNext(state)
      }
    }
  }

  /// Steps are taken from the end.
  private mutating func queue(_ new: [ImportStep]) { steps = new.reversed() + steps }

  // MARK: Files

  private mutating func openNext(_ state: borrowing LoadedLedger) throws(LedgerError) {
    guard let stream = try tree.next() else {
      isAtEnd = true
      queue(closingNotices())
      return
    }
    do throws(LedgerError) {
      try take(stream, state)
    } catch {
      // A file that is too large is no reason to lose the others.
      guard error.code == .badData else { throw error }
      queue([.skipped(SyncRemark(file: stream.name, line: 1, reason: error.whatAndAdvice))])
    }
  }

  private mutating func take(_ stream: ByteStream, _ state: borrowing LoadedLedger) throws(LedgerError) {
    switch stream.fileExtension {
    case "json" where stream.path.contains("clinical"):
      clinicalFiles += 1
      owners.force(try recordBeside(state))
      clinic.owners = owners
      if let step = clinic.take(
        try stream.contents(sizeBytesMax: FHIRDocument.sizeBytesMax), file: stream.name, line: 1)
      {
        queue([step])
      }
    case "csv" where stream.path.contains("electrocardiogram"): try takeElectrocardiogram(stream, state)
    case "xml": try openXML(stream)
    case _ where stream.isNamed: try openXML(stream)
    default: unreadCount += 1
    }
  }

  private mutating func openXML(_ stream: ByteStream) throws(LedgerError) {
    let first = try stream.read()
    switch HealthFile(first) {
    case .export:
      foundExport = true
      export = try OpenExport(stream, first)
    case .document:
      let reason = "\(stream.fileName) repeats in C-CDA what the export holds, and is left out"
      queue([.notice(SyncRemark(file: stream.name, line: 1, reason: reason))])
    case .other:
      guard stream.isNamed else {
        unreadCount += 1
        return
      }
      queue([
        .skipped(
          SyncRemark(file: stream.name, line: 1, reason: "no export of Apple Health: it holds no HealthData"))
      ])
      foundExport = true
    }
  }

  /// Whose the clinical records are, which a folder has before its export.
  private mutating func recordBeside(_ state: borrowing LoadedLedger) throws(LedgerError) -> String {
    if let owner { return owner }
    let me = try HealthFile.me(in: paths)
    return takeOwner(me ?? [:], state).id
  }

  private mutating func takeElectrocardiogram(
    _ stream: ByteStream, _ state: borrowing LoadedLedger
  ) throws(LedgerError) {
    let record = try recordBeside(state)
    let bytes = try stream.contents()
    var entry = HealthEntry(
      MedicalDocumentEntry.kind,
      [
        "documentName": .string(stream.fileName), "documentType": "text/csv",
        "comment": "Electrocardiogram; Apple Health",
      ])
    entry.keep(bytes, as: "documentData")
    let key = "electrocardiogram\n\(stream.fileName)"
    var entity = ImportedEntity(entry.kind, .id(Self.id(key)), fields: entry.fields, blobs: entry.blobs)
    entity.fields["record"] = .string(record)
    queue([.record(ImportedRecord(file: stream.name, line: 1, entities: [entity]))])
  }

  // MARK: Records

  private static func id(_ key: String) -> String {
    NaturalKey.id(of: "purus", normalized: "apple-health\n\(key)")
  }

  private static func sourceID(_ key: String) -> String {
    NaturalKey.id(of: SourceResource.kind, normalized: "apple-health\n\(key)")
  }

  private static func meKey(_ me: [String: String]) -> String {
    "Me\n\(me["HKCharacteristicTypeIdentifierDateOfBirth"] ?? "")"
  }

  /// The record of whoever the export is of. `isNew`: it is this import that makes it.
  private mutating func takeOwner(
    _ me: [String: String], _ state: borrowing LoadedLedger
  ) -> (id: String, isNew: Bool) {
    let key = Self.meKey(me)
    let known = owners.record(ofSource: Self.sourceID(key), otherwise: "", in: state)
    let id = known.isEmpty ? owners.only(people: true) ?? Self.id(key) : known
    owner = id
    return (id, id == Self.id(key))
  }

  private mutating func take(me: [String: String], line: Int, file: String, _ state: borrowing LoadedLedger)
    -> ImportStep
  {
    let (id, isNew) = takeOwner(me, state)
    toldOwners.insert(id)
    let key = Self.meKey(me)
    var parts = HealthExportEntries.me(me)
    if !isNew { parts[0].fields = owners.filling(parts[0].fields, of: id, in: state) }
    var entities = parts.map { part in
      var entity = ImportedEntity(
        part.kind, .id(part.part.isEmpty ? id : Self.id("\(key)\n\(part.part)")), fields: part.fields)
      if !part.part.isEmpty { entity.fields["record"] = .string(id) }
      return entity
    }
    let text = SourceText(
      format: SourceText.appleHealth, type: "Me", id: "",
      bytes: JSONValue.object(JSONObject(me.map { ($0.key, .string($0.value)) })).canonicalBytes)
    entities.append(text.entity(Self.sourceID(key), record: id, entry: (MedicalRecord.kind, id)))
    return .record(ImportedRecord(file: file, line: line, entities: entities))
  }

  private mutating func record(
    _ entry: HealthEntry, key: String, source: HealthSample?, file: String, line: Int,
    _ state: borrowing LoadedLedger
  ) -> ImportStep {
    let record = owner ?? takeOwner([:], state).id
    var entity = ImportedEntity(entry.kind, .id(Self.id(key)), fields: entry.fields)
    entity.fields["record"] = .string(record)
    var entities = [entity]
    if let source {
      let type = source["type"].isEmpty ? source.element : source["type"]
      let text = SourceText(
        format: SourceText.appleHealth, type: type, id: "", bytes: source.json.canonicalBytes)
      entities.append(text.entity(Self.sourceID(key), record: record, entry: (entry.kind, Self.id(key))))
    }
    return .record(ImportedRecord(file: file, line: line, entities: entities))
  }

  // MARK: The export

  private mutating func advance(_ state: borrowing LoadedLedger) throws(LedgerError) {
    guard var open = export else { return }
    let isOpen = try open.read()
    var new: [ImportStep] = []
    for item in open.reader.takeItems() {
      switch item {
      case .me(let me):
        // After samples it comes too late to say whose they are.
        if !open.isOwned { new.append(take(me: me, line: 1, file: open.name, state)) }
        open.isOwned = true
      case .bad(let reason, let line):
        new.append(.skipped(SyncRemark(file: open.name, line: line, reason: reason)))
      case .sample(let sample):
        new += ownerIfNeeded(&open, state)
        if let step = take(sample, &open, state) { new.append(step) }
      }
    }
    if !isOpen {
      if !open.reader.totals.keys.isEmpty { new += ownerIfNeeded(&open, state) }
      new += finish(&open, state)
    }
    if !isOpen { totals = (open, 0) }
    export = isOpen ? open : nil
    queue(new)
  }

  /// The record of an export that does not say whose it is, before the first entry.
  private mutating func ownerIfNeeded(
    _ open: inout OpenExport, _ state: borrowing LoadedLedger
  ) -> [ImportStep] {
    guard !open.isOwned else { return [] }
    open.isOwned = true
    if let owner, toldOwners.contains(owner) || owners.isHere(owner) { return [] }
    return [take(me: [:], line: 1, file: open.name, state)]
  }

  /// The entries of days, one by one, once the file is read.
  private mutating func nextTotal(_ state: borrowing LoadedLedger) -> ImportStep? {
    guard let (open, index) = totals else { return nil }
    let reader = open.reader
    guard index < reader.totals.keys.count else {
      totals = nil
      return nil
    }
    totals?.next = index + 1
    let key = reader.totals.keys[index]
    let (entry, name) = entries.total(
      reader.totals.totals[index], type: reader.types[key.type], source: reader.sourceNames[key.source],
      unit: reader.units[key.unit], day: key.day, isDuration: key.isDuration)
    return record(entry, key: name, source: nil, file: open.name, line: 1, state)
  }

  private mutating func take(
    _ sample: HealthSample, _ open: inout OpenExport, _ state: borrowing LoadedLedger
  ) -> ImportStep? {
    if let (entry, key) = entries.entry(of: sample) {
      if key == HealthExportEntries.pressureKey(sample), !open.pressures.insert(key).inserted { return nil }
      return record(entry, key: key, source: sample, file: open.name, line: sample.line, state)
    }
    let key = HealthExportEntries.pressureKey(sample)
    guard !open.pressures.contains(key) else { return nil }
    guard let other = open.halves[key], other["type"] != sample["type"],
      let entry = entries.pressure([other, sample])
    else {
      guard open.halves.count < OpenExport.halvesMax || open.halves[key] != nil else {
        defer { open.lostHalves += 1 }
        guard open.lostHalves == 0 else { return nil }
        let reason =
          "more than \(OpenExport.halvesMax) halves of blood pressures wait for the other, and the rest are left out"
        return .skipped(SyncRemark(file: open.name, line: sample.line, reason: reason))
      }
      open.halves[key] = sample
      return nil
    }
    open.halves[key] = nil
    open.pressures.insert(key)
    var both = sample
    both.element = "Correlation"
    both.attributes = ["type": "HKCorrelationTypeIdentifierBloodPressure"]
    for name in ["sourceName", "startDate", "endDate"] { both.attributes[name] = sample[name] }
    both.parts = [other, sample].sorted { $0["type"] > $1["type"] }
    both.metadata = []
    return record(entry, key: key, source: both, file: open.name, line: sample.line, state)
  }

  /// What was gathered until the end of the file.
  private mutating func finish(_ open: inout OpenExport, _ state: borrowing LoadedLedger) -> [ImportStep] {
    var new: [ImportStep] = []
    for (key, half) in open.halves.sorted(by: { $0.key < $1.key }) {
      if let entry = entries.pressure([half]) {
        new.append(record(entry, key: key, source: half, file: open.name, line: half.line, state))
      }
    }
    let reader = open.reader
    summedCount += reader.summedCount
    clinicalCount += reader.clinicalCount
    totalsCount += reader.totals.keys.count
    if let failure = open.failure {
      let reason = "\(failure.reason); what comes after that is not read: make the export again"
      new.append(.skipped(SyncRemark(file: open.name, line: failure.line, reason: reason)))
    }
    return new
  }

  private func closingNotices() -> [ImportStep] {
    let file = paths.first.map(InputTree.shown) ?? ""
    func notice(_ reason: String) -> ImportStep { .notice(SyncRemark(file: file, line: 1, reason: reason)) }
    var notices: [ImportStep] = []
    if summedCount > 0 {
      notices.append(
        notice("samples: \(summedCount); entries that sum them up by day, type and source: \(totalsCount)"))
    }
    if clinicalCount > clinicalFiles {
      notices.append(
        notice(
          "\(clinicalCount - clinicalFiles) records of clinics are files beside the export; import the folder or the archive"
        ))
    }
    if unreadCount > 0 { notices.append(notice("\(unreadCount) other files, such as routes, are left out")) }
    if !foundExport {
      notices.append(
        .skipped(SyncRemark(file: file, line: 1, reason: "there is no export of Apple Health in it")))
    }
    return notices
  }
}
