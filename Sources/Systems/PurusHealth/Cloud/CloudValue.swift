import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
