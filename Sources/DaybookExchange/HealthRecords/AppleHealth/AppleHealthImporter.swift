// An export of Apple Health into Purus Health: the export itself, the records of clinics beside it, and
// electrocardiograms.

public import Daybook
import DaybookInput
import DaybookModel
import PurusHealth

/// Reads `export.xml`, or the archive or folder that holds it.
public struct AppleHealthImporter: Importer {
  /// The sources read so far: one for each export.
  public private(set) var sources: [SyncSource] = []
  private let paths: [String]
  private let name: String?
  let entries: HealthExportEntries
  let halvesMax: Int
  private var tree: InputTree
  var owners: RecordOwners
  private var clinic: FHIRTaking
  var owner: String?
  /// Records that this import has reported.
  var toldOwners: Set<String> = []
  var export: OpenExport?
  /// An export that was read, and the day that comes next.
  var totals: (open: OpenExport, next: Int)?
  private var steps: [ImportStep] = []
  private var unreadCount = 0
  var unread = UnreadElements()
  var summedCount = 0
  var clinicalCount = 0
  private var clinicalFiles = 0
  var totalsCount = 0
  private var foundExport = false
  /// When the newest export was made: of those that were read, and of those that the ledger knows.
  var newest: Int64?
  var newestKnown: Int64?
  /// Entries that this import reported, by their ids.
  var told: Set<Int> = []
  /// Entries that the present export does not change, because a newer export has them.
  var oldCount = 0
  private var isAtEnd = false

  /// - Parameters:
  ///   - files: `export.xml` under any name, `export.zip`, or the folder that was packed in it.
  ///   - record: the owner's record, by id or name; nil: the only person of the ledger, otherwise a new record.
  ///   - source: the name of the source; nil: the last part of each file's path.
  ///   - zone: the time zone of times that have none; without it, only their day is certain.
  ///   - halvesMax: how many halves of blood pressures are held until the other half arrives; three a day for thirty
  ///     years are 33,000.
  public init(
    files: [String], record: String? = nil, source: String? = nil, zone: TimeZoneRule? = nil,
    halvesMax: Int = 50_000
  ) {
    (paths, name, self.halvesMax) = (files, source, halvesMax)
    tree = InputTree(files, refusesEmpty: true)
    owners = RecordOwners(record)
    entries = HealthExportEntries(zone: zone)
    clinic = FHIRTaking(owners: RecordOwners(record), base: "", zone: zone)
    for file in files {
      let source = SyncSource(.health, name: source ?? file.lastPathPart)
      if !sources.contains(source) { sources.append(source) }
    }
  }

  public var bytesRead: Int64 { tree.bytesRead }

  /// The date of the newest export, as a field of ``Source``.
  public var sourceFields: JSONObject {
    guard let newest, newest > .min, newest >= newestKnown ?? .min else { return [:] }
    return ["exportedAt": .string(Instant(milliseconds: newest).description)]
  }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
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
  mutating func queue(_ new: [ImportStep]) { steps = new.reversed() + steps }

  private mutating func openNext(_ state: borrowing LedgerState) throws(LedgerError) {
    guard let stream = try tree.next() else {
      isAtEnd = true
      queue(closingNotices())
      return
    }
    do throws(LedgerError) {
      try take(stream, state)
    } catch {
      // A file that is too large is not a reason to lose the others.
      guard error.code == .badData else { throw error }
      queue([.skipped(SyncRemark(file: stream.name, line: 1, reason: error.whatAndAdvice))])
    }
  }

  private mutating func take(_ stream: ByteStream, _ state: borrowing LedgerState) throws(LedgerError) {
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
    let other = HealthFormat(first)
    if stream.isNamed, let other, other != .appleHealth {
      foundExport = true
      return queue([.skipped(SyncRemark(file: stream.name, line: 1, reason: other.reason))])
    }
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
          SyncRemark(
            file: stream.name, line: 1, reason: "not an export of Apple Health: it has no HealthData"))
      ])
      foundExport = true
    }
  }

  /// Whose the clinical records are, which a folder has before its export.
  private mutating func recordBeside(_ state: borrowing LedgerState) throws(LedgerError) -> String {
    if let owner { return owner }
    let me = try HealthFile.me(in: paths)
    return takeOwner(me ?? [:], state).id
  }

  private mutating func takeElectrocardiogram(
    _ stream: ByteStream, _ state: borrowing LedgerState
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

  private mutating func closingNotices() -> [ImportStep] {
    let file = paths.first.map(InputTree.shown) ?? ""
    func notice(_ reason: String) -> ImportStep { .notice(SyncRemark(file: file, line: 1, reason: reason)) }
    var notices = clinic.keptTypes.takeNotices(file)
    if let notice = unread.takeNotice() { notices.append(.notice(notice)) }
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
    if unreadCount > 0 { notices.append(notice("other files, such as routes, are left out: \(unreadCount)")) }
    if !foundExport {
      notices.append(
        .skipped(SyncRemark(file: file, line: 1, reason: "there is no export of Apple Health in it")))
    }
    return notices
  }
}
