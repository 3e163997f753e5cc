public import Daybook
import DaybookLog
import DaybookModel
import PurusHealth

// Records as one bundle of FHIR R4.

/// Writes records out as FHIR.
public struct FHIRExport {
  private let ledger: Ledger
  private let cut: Cut
  private let zone: TimeZoneRule

  /// - Parameters:
  ///   - ledger: the ledger whose records are exported.
  ///   - cut: which state of the ledger to read; by default the present one.
  ///   - zone: the time zone that determines the present day.
  public init(_ ledger: Ledger, at cut: Cut = .now, zone: TimeZoneRule = .system) {
    (self.ledger, self.cut, self.zone) = (ledger, cut, zone)
  }

  /// A bundle in pieces, to be written one after another.
  public struct Bundle: Sendable {
    /// The bundle's bytes, in order.
    public var pieces: [[UInt8]]
    /// How many medical records it contains.
    public var records: Int
    /// How many resources it contains.
    public var resources: Int
  }

  /// The resources of the selected records; if everything is selected, also those that belong to no record.
  public func bundle(of selection: FHIRSelection = FHIRSelection()) async throws -> Bundle {
    var bundle = FHIRBundleWriter()
    let (rows, moment) = try await ledger.withView(at: cut) { view in
      (try ExportedHealth(selection, in: view), view.moment)
    }
    let writer = FHIRResourceWriter(zone: zone, today: moment.map { zone.day(at: $0) })
    let sources = try await StoredResources(rows.sources, ledger)
    var patients: [String: FHIRPatient] = [:]
    for (row, entries) in rows.records {
      patients[row.id] = try await write(
        row, entries, sources, isOnly: rows.records.count == 1, with: writer, to: &bundle)
    }
    let isAll = selection.record == nil && selection.condition == nil
    for kept in sources.all where selection.entries == nil && kept.hasNoEntry {
      guard isAll || kept.record.map({ patients[$0] != nil }) == true else { continue }
      let patient = kept.namesOwner ? kept.record.flatMap { patients[$0] } : nil
      bundle.add(patient?.owning(kept) ?? kept.json, kept: kept)
    }
    return Bundle(pieces: bundle.finish(), records: rows.records.count, resources: bundle.count)
  }

  private func write(
    _ record: Row, _ entries: [Row], _ sources: StoredResources, isOnly: Bool,
    with writer: FHIRResourceWriter,
    to bundle: inout FHIRBundleWriter
  ) async throws -> FHIRPatient {
    let raw = sources.of(MedicalRecord.kind, record.id)
    let told = raw.map { contacts(of: $0) } ?? []
    // If somebody changed the emergency contacts, each of them is a resource of its own.
    let isTold = told.allSatisfy { part in
      entries.contains { row in
        row.id == part.id && row.kind == part.entry.kind
          && part.entry.fields.allSatisfy { row[$0.key] == $0.value }
      }
    }
    var own = raw
    if !isTold, var json = raw?.json {
      json["contact"] = nil
      own?.bytes = JSONValue.object(json).canonicalBytes
    }
    let resource = writer.resource(
      kind: MedicalRecord.kind, id: record.id, fields: try await fields(record), kept: own, patient: nil)
    bundle.add(resource, kept: raw)
    let patient = FHIRPatient(resource, of: record.id, at: raw?.url ?? "", isOnly: isOnly)
    let toldIDs = isTold ? Set(told.map(\.id)) : []
    for entry in entries where entry.kind != EmergencyContact.kind || !toldIDs.contains(entry.id) {
      let kept = sources.of(entry.kind, entry.id)
      let resource = writer.resource(
        kind: entry.kind, id: entry.id, fields: try await fields(entry), kept: kept, patient: patient)
      bundle.add(resource, kept: kept)
    }
    return patient
  }

  private func fields(_ row: Row) async throws -> JSONObject {
    var fields = JSONObject()
    for field in HealthFields.written(row.kind) {
      var value = row[field.name] ?? field.defaultValue
      if field.type == .data, let bytes = try await ledger.blobs.bytes(referredToBy: value) {
        value = .string(Base64.text(bytes))
      }
      fields[field.name] = value
    }
    return fields
  }

  /// The people whom a patient's own resource names.
  private func contacts(of kept: StoredResource) -> [(id: String, entry: HealthEntry)] {
    let resource = FHIRResource(kept.json, at: kept.url)
    let key = FHIRKey(resource, defaultBase: "")
    return FHIREntries(zone: nil).entries(of: resource).dropFirst().map {
      (key.entryID(part: $0.part), $0)
    }
  }
}

/// The data to export as FHIR.
public struct FHIRSelection: Sendable {
  /// The id of the only record to export; nil: all records.
  public var record: String?
  /// The condition for the records.
  public var condition: Condition?
  /// The queries for their entries; nil: all entries, and also imported resources that became no entry.
  var entries: [Query]?
  /// Whether a record is exported only because of its entries.
  var isOfEntries = false

  /// A selection of one medical record; nil for all.
  public init(record: String? = nil) { self.record = record }

  /// The kinds that FHIR has a place for.
  public static var kinds: [String] { [MedicalRecord.kind] + EntryList.all.map(\.kind) }

  /// - Parameter queries: queries of these kinds; empty: everything.
  public mutating func choose(_ queries: [Query]) {
    guard !queries.isEmpty else { return }
    entries = queries.filter { $0.kind != MedicalRecord.kind }
    let own = queries.first { $0.kind == MedicalRecord.kind }
    (condition, isOfEntries) = (own?.condition, own == nil)
  }
}
