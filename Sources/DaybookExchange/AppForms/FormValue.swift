// Converts values from the forms of the apps' encoders to those of the ledger. Times come in three forms, which are
// distinguished by their size: see `instant`.

import Daybook
import DaybookLog

enum FormValue {
  /// 2001-01-01T00:00:00Z, from which Foundation's encoders count the seconds of a date.
  private static let referenceMilliseconds = 978_307_200_000.0
  /// The years 0 to 9999.
  private static let milliseconds = -62_167_219_200_000.0...253_402_300_799_999.0

  /// The value in the ledger's form, with the bytes to store beside the log.
  static func stored(_ value: JSONValue, _ field: FieldSchema) throws(ValueProblem) -> (JSONValue, [UInt8]?) {
    // Null means "no value"; for a field that cannot be null, it means the default.
    if value.isNull { return (field.isOptional ? .null : field.defaultValue, nil) }
    let (value, blob) = try stored(value, field.type)
    return (try field.stored(value), blob)
  }

  private static func stored(_ value: JSONValue, _ type: FieldType) throws(ValueProblem) -> (
    JSONValue, [UInt8]?
  ) {
    switch type {
    case .instant: return (.string(try instant(value).description), nil)
    case .day: return (.string(try day(value)), nil)
    case .data:
      // Bytes as an array of numbers, as some encoders write them.
      if let numbers = value.array {
        let bytes = numbers.compactMap { $0.int.flatMap { UInt8(exactly: $0) } }
        guard bytes.count == numbers.count else { throw ValueProblem(what: "must be base64, or bytes") }
        let stored = DataValue.stored(bytes)
        return (stored.value, stored.blob)
      }
      guard let text = value.string else { return (value, nil) }
      guard let stored = DataValue.stored(base64: text) else { throw ValueProblem(what: "must be base64") }
      return (stored.value, stored.blob)
    case .bool:
      // Core Data's own: 0 and 1.
      if let number = value.int, number == 0 || number == 1 { return (.bool(number == 1), nil) }
      return (value, nil)
    case .array(let element):
      guard let items = try list(value) else { return (value, nil) }
      var stored: [JSONValue] = []
      for item in items { stored.append(try self.stored(item, element).0) }
      return (.array(stored), nil)
    case .dictionary(let element):
      guard var object = try object(value) else { return (value, nil) }
      for member in object { object[member.key] = try stored(member.value, element).0 }
      return (.object(object), nil)
    case .object(let fields):
      guard var object = try object(value) else { return (value, nil) }
      for member in object {
        guard !member.value.isNull, let field = fields.first(where: { $0.name == member.key }) else {
          continue
        }
        object[member.key] = try stored(member.value, field.type).0
      }
      return (.object(object), nil)
    default: return (value, nil)
    }
  }

  /// A list, also as a text that holds one.
  static func list(_ value: JSONValue) throws(ValueProblem) -> [JSONValue]? {
    guard let text = value.string else { return value.array }
    if text.isEmpty { return [] }
    do { return try JSONParser.parse(text).array } catch {
      throw ValueProblem(what: "is not strict JSON: \(error)")
    }
  }

  private static func object(_ value: JSONValue) throws(ValueProblem) -> JSONObject? {
    guard let text = value.string else { return value.object }
    do { return try JSONParser.parse(text).object } catch {
      throw ValueProblem(what: "is not strict JSON: \(error)")
    }
  }

  /// A text in ISO 8601; Firestore's `{"_seconds":…,"_nanoseconds":…}`; or a number. Seconds since 2001 stay below 10^10
  /// up to the year 2317, and milliseconds since 1970 are above it from April 1970 on: so a number of that size or more
  /// counts milliseconds.
  private static func instant(_ value: JSONValue) throws(ValueProblem) -> Instant {
    if let instant = value.string.flatMap({ DateText.instant($0) }) { return instant }
    if let object = value.object, let seconds = (object["_seconds"] ?? object["seconds"])?.int,
      (-62_167_219_200...253_402_300_799).contains(seconds)
    {
      let nanoseconds = (object["_nanoseconds"] ?? object["nanoseconds"])?.int ?? 0
      return Instant(milliseconds: seconds * 1000 + min(max(nanoseconds, 0), 999_999_999) / 1_000_000)
    }
    if let number = value.double {
      let time = abs(number) < 1e10 ? (number * 1000).rounded() + referenceMilliseconds : number.rounded()
      if milliseconds.contains(time) { return Instant(milliseconds: Int64(time)) }
    }
    throw ValueProblem(
      what:
        "must be a time: a text such as 2026-11-21T06:13:00Z, seconds since 2001 or milliseconds since 1970")
  }

  /// A day, or the moment at which it begins in UTC.
  private static func day(_ value: JSONValue) throws(ValueProblem) -> String {
    if let text = value.string, let day = CivilDay(text) { return day.description }
    let instant = try instant(value)
    let days = instant.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return CivilDay(daysSince1970: days.remainder < 0 ? days.quotient - 1 : days.quotient).description
  }
}
