import Daybook
import DaybookModel

/// Numbers as people type them: decimal, and never rounded silently.
enum TypedNumber {
  /// The form that a text should have.
  struct Problem: Error {
    var expected: String
    var advice: String?
  }

  /// `8.4`, `8,4`, `1.234,50` and `1,234.50`. A point alone is the decimal mark; a comma followed by three digits is
  /// ambiguous, and is refused.
  static func double(_ text: String) throws(Problem) -> Double {
    let plain = try plain(text)
    guard let value = Double(plain), value.isFinite else { throw notANumber(text) }
    guard !NumberText.isWhole(plain) || NumberText.isExact(plain, value) else {
      throw Problem(
        expected: "a number that a double holds",
        advice: "it would become \(JSONValue.double(value)); fewer digits do not change")
    }
    return value
  }

  /// As ``double(_:)`` reads it, with all of its digits.
  static func decimal(_ text: String) throws(Problem) -> JSONValue {
    let plain = try plain(text)
    guard let value = JSONValue(decimal: plain) else {
      throw Problem(expected: "a number of at most 38 digits")
    }
    return value
  }

  /// With a point, as a program writes it.
  private static func plain(_ text: String) throws(Problem) -> String {
    let isPlain = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    if isPlain, Double(text) != nil { return text }
    let (point, comma) = (
      WrittenNumber.plain(text, decimal: .point), WrittenNumber.plain(text, decimal: .comma)
    )
    if let point, let comma, point != comma {
      throw Problem(
        expected: "a number that can be read in one way",
        advice: "'\(text)' may be \(comma) or \(point); write one of these")
    }
    guard let plain = point ?? comma else { throw notANumber(text) }
    return plain
  }

  /// Names the number in the text, if there is one, and repeats nothing else of it.
  private static func notANumber(_ text: String) -> Problem {
    let isMark: (Character) -> Bool = { $0.isASCII && ($0.isNumber || ".,".contains($0)) }
    var number = text.drop { !isMark($0) }.prefix(while: isMark)
    while let last = number.last, ".,".contains(last) { number.removeLast() }
    let rest = text[number.endIndex...]
    let isOne =
      !number.isEmpty && WrittenNumber.hint(String(number)) != nil && number.count < text.count
      && !rest.contains(where: \.isNumber)
    return Problem(
      expected: "a number", advice: isOne ? "write only the number, \(number)" : nil)
  }

  static func int(_ text: String) throws(Problem) -> Int64 {
    if let value = Int64(text) { return value }
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let isInteger = !digits.isEmpty && digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber)
    throw Problem(expected: isInteger ? "an integer of 64 bits" : "an integer")
  }

  /// The number of an entry's field, from 0. Errors repeat nothing but numbers.
  static func double(_ text: String, of field: String) throws(LedgerError) -> Double {
    do throws(Problem) {
      return try double(text)
    } catch {
      let expected = error.expected == "a number" ? "a number from 0" : error.expected
      throw LedgerError(
        .badData, "\(field) must be \(expected)",
        advice: error.advice ?? "write it in digits, with a point or a comma before the fraction")
    }
  }
}
