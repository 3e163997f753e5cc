import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A record or an entry in a document.
struct CloudEntity {
  var kind: String
  var id: String
  /// Where it stands in the document, after a space; empty for the record.
  var place: String
  var fields: JSONObject

  /// Checks the types, and brings the values to the form in which they are stored.
  func stored(_ schema: KindSchema?, zone: TimeZoneRule) throws(LedgerError) -> StoredEntity {
    guard let schema else {
      throw LedgerError(
        .usage, "\(kind) belongs to no system this ledger was opened with",
        advice: "name its system when opening the ledger")
    }
    var stored = StoredEntity(schema: schema, place: place)
    for member in fields where member.key != "uuid" {
      if member.value.holdsMask, schema.hides(member.key) {
        throw LedgerError(
          .badData, "\(kind).\(member.key) is masked\(place.isEmpty ? "" : " in" + place)",
          advice: "export the record to a file, which holds the values")
      }
      guard let field = schema.field(member.key) else {
        stored.values[member.key] = member.value
        continue
      }
      // Values of fields that are computed here are ignored.
      if field.isProjection { continue }
      if case .many = field.type {
        throw LedgerError(
          .badData, "\(kind).\(member.key) is a relation, which the document holds under another name",
          advice: "see the article about Purus Health for the cloud form")
      }
      do throws(ValueProblem) {
        let (value, blob) = try CloudValue.imported(member.value, field, zone: zone)
        stored.values[member.key] = value.isNull && !field.isOptional ? field.defaultValue : value
        if value.isNull, field.stampDefault != nil { stored.values[member.key] = nil }
        stored.blobs[member.key] = blob
      } catch {
        throw LedgerError(
          .badData, "\(kind).\(member.key) \(error.what)\(place.isEmpty ? "" : " in" + place)")
      }
    }
    return stored
  }
}

/// The same in the ledger's stored form.
struct StoredEntity {
  let schema: KindSchema
  let place: String
  var values = JSONObject()
  /// The bytes of data fields that are kept beside the log.
  var blobs: [String: [UInt8]] = [:]

  init(schema: KindSchema, place: String) { (self.schema, self.place) = (schema, place) }

  /// Open fields, of which a later version may know more values; any value is kept.
  private static let openFields: Set<String> = ["unit", "currency", "isSharingEnabled"]

  /// What is to be written.
  func differences(from known: SyncedEntity?, reading: JSONObject?) -> JSONObject {
    var set = JSONObject()
    for member in values {
      let field = schema.field(member.key)
      let present = field == nil ? known?.values[member.key] : reading?[member.key] ?? field?.defaultValue
      // A new entity keeps its own times instead of that of its import.
      let isNewTime = known == nil && field?.stampDefault != nil
      let isSame =
        field?.type == .data
        ? present.map { DataValue.isSame($0, member.value) } ?? false : present == member.value
      if isNewTime || !isSame { set[member.key] = member.value }
    }
    return set
  }

  /// Checks numbers against the rules of the schema.
  ///
  /// - Parameter bounds: the moment to which bounds are relative; nil where values may lie beyond them.
  func check(_ set: JSONObject, _ reading: JSONObject?, bounds: WriteMoment?) throws(LedgerError) {
    var fields = reading ?? [:]
    for member in set { fields[member.key] = member.value }
    let defaults = JSONObject(schema.fields.map { ($0.name, $0.defaultValue) })
    guard let value = try? schema.codec?.value(fields, defaults) else { return }
    for check in schema.checks {
      let isBound = check.isBound
      let isDue =
        isBound ? bounds != nil && set[check.field] != nil : !Self.openFields.contains(check.field)
      guard isDue, !check.holds(value, at: bounds ?? WriteMoment(SystemClock.now())) else { continue }
      throw LedgerError(
        .badData, "\(schema.kind).\(check.field) \(check.rule)\(place.isEmpty ? "" : ", in" + place)",
        advice: isBound ? "to import it anyway, use \(Remedy.force)" : nil)
    }
  }

  func blobs(for set: JSONObject) -> [[UInt8]] { blobs.filter { set[$0.key] != nil }.map(\.value) }
}

/// Values between the ledger's form and the cloud's, which differ in moments, days and data.
enum CloudValue {
  /// 2001-01-01T00:00:00Z, from which Foundation counts the seconds of a date in JSON.
  private static let referenceMilliseconds: Int64 = 978_307_200_000
  /// The years 0 to 9999, those that an instant can be written of.
  private static let milliseconds: ClosedRange<Double> = -62_167_219_200_000...253_402_300_799_999

  /// The value in the cloud form; a value that is not of its field's type stays as it is.
  ///
  /// - Parameter isEntry: moments are seconds since 2001 within entries, texts in the record itself.
  static func exported(_ value: JSONValue, _ type: FieldType, isEntry: Bool) -> JSONValue {
    guard let text = value.string else { return value }
    switch type {
    case .instant:
      guard isEntry, let instant = Instant(text) else { return value }
      return .double(Double(instant.milliseconds - referenceMilliseconds) / 1000)
    case .day:
      guard let day = CivilDay(text) else { return value }
      return .string(TimeZoneRule.utc.start(of: day).description)
    default: return value
    }
  }

  /// The value in the ledger's form, with the bytes to store beside the log.
  ///
  /// - Parameter zone: the time zone of a day that is written as a moment; midnight in UTC is that day everywhere.
  static func imported(
    _ value: JSONValue, _ field: FieldSchema, zone: TimeZoneRule
  ) throws(ValueProblem) -> (value: JSONValue, blob: [UInt8]?) {
    if value.isNull { return (.null, nil) }
    switch field.type {
    case .instant: return (.string(try instant(value).description), nil)
    case .day: return (.string(try day(value, zone).description), nil)
    case .data:
      let stored = try field.stored(value)
      guard let text = stored.string, text.utf8.count > BlobReference.inlineSizeBytesMax,
        let bytes = Data(base64Encoded: text), bytes.count > BlobReference.inlineSizeBytesMax
      else { return (stored, nil) }
      return DataValue.stored(Array(bytes))
    default: return (try field.stored(value), nil)
    }
  }

  private static func instant(_ value: JSONValue) throws(ValueProblem) -> Instant {
    if let instant = value.string.flatMap({ DateText.instant($0) }) { return instant }
    if let seconds = value.double {
      let time = (seconds * 1000).rounded() + Double(referenceMilliseconds)
      if milliseconds.contains(time) { return Instant(milliseconds: Int64(time)) }
    }
    throw ValueProblem(what: "must be a time: seconds since 2001, or a text such as 2026-11-21T06:13:00Z")
  }

  private static func day(_ value: JSONValue, _ zone: TimeZoneRule) throws(ValueProblem) -> CivilDay {
    if let day = value.string.flatMap({ CivilDay($0) }) { return day }
    let instant = try instant(value)
    let isMidnight = instant.milliseconds % 86_400_000 == 0
    return (isMidnight ? TimeZoneRule.utc : zone).day(at: instant)
  }
}
