public import DaybookModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// Exact numbers: a `Decimal` unchanged, a `Duration` in seconds.

extension FieldForm {
  /// Digits of a second's fraction: a `Duration` counts attoseconds.
  private static let fractionDigits = 18

  /// Nil for a value that is not a finite number.
  package static func json(_ decimal: Decimal) -> JSONValue? {
    decimal.isNaN ? nil : JSONValue(decimal: decimal.description)
  }

  /// Nil for a value that is not a number of at most 38 digits.
  package static func decimal(_ json: JSONValue) -> Decimal? {
    let text: String
    switch json {
    case .int, .double: text = json.description
    case .number(let digits): text = digits
    default: return nil
    }
    guard let value = Decimal(string: text), !value.isNaN else { return nil }
    // Digits beyond its precision would be dropped.
    return DecimalNumber(value.description) == DecimalNumber(text) ? value : nil
  }

  package static func json(_ duration: Duration) -> JSONValue? {
    let (seconds, attoseconds) = duration.components
    let fraction = String(attoseconds.magnitude)
    let isNegative = seconds < 0 || attoseconds < 0
    let padded = String(repeating: "0", count: fractionDigits - fraction.utf8.count) + fraction
    return JSONValue(decimal: "\(isNegative ? "-" : "")\(seconds.magnitude).\(padded)")
  }

  /// Nil for a value that is not a number of seconds that a `Duration` can hold.
  package static func duration(_ json: JSONValue) -> Duration? {
    guard let text = decimal(json)?.description else { return nil }
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let parts = (isNegative ? text.dropFirst() : text[...]).split(separator: ".")
    let fraction = parts.count > 1 ? parts[1] : ""
    guard let whole = parts.first, fraction.utf8.count <= fractionDigits else { return nil }
    let padded = fraction + String(repeating: "0", count: fractionDigits - fraction.utf8.count)
    guard let seconds = Int64((isNegative ? "-" : "") + whole), let attoseconds = Int64(padded) else {
      return nil
    }
    return Duration(
      secondsComponent: seconds, attosecondsComponent: isNegative ? -attoseconds : attoseconds)
  }
}

extension JSONValue {
  /// A number with a point and without an exponent, in its canonical form; nil for a value that is not a number of at
  /// most 38 digits.
  public init?(decimal text: String) {
    guard let value = Decimal(string: text), !value.isNaN,
      DecimalNumber(value.description) == DecimalNumber(text),
      let number = try? JSONParser.parse(value.description)
    else { return nil }
    self = number
  }
}
