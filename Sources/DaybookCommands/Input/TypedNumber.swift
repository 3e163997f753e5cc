import Daybook
import DaybookModel

/// Numbers as people type them: decimal, and not rounded without a word.
enum TypedNumber {
  /// What a text should have been.
  struct Problem: Error {
    var expected: String
    var advice: String?
  }

  static func double(_ text: String) throws(Problem) -> Double {
    let isDecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, let value = Double(text), value.isFinite else { throw Problem(expected: "a number") }
    guard !NumberText.isWhole(text) || NumberText.isExact(text, value) else {
      throw Problem(
        expected: "a number that a double holds",
        advice: "it would become \(JSONValue.double(value)); fewer digits do not change")
    }
    return value
  }

  static func int(_ text: String) throws(Problem) -> Int64 {
    if let value = Int64(text) { return value }
    let digits = text.drop { $0 == "-" || $0 == "+" }
    let isInteger = !digits.isEmpty && digits.allSatisfy(\.isASCII) && digits.allSatisfy(\.isNumber)
    throw Problem(expected: isInteger ? "an integer of 64 bits" : "an integer")
  }

  /// The number of an entry's field.
  ///
  /// - Parameter example: how to write one.
  static func double(_ text: String, of field: String, example: String) throws(LedgerError) -> Double {
    do throws(Problem) {
      return try double(text)
    } catch {
      let expected = error.advice == nil ? "a number from 0" : error.expected
      throw LedgerError(
        .badData, "\(field) must be \(expected)", advice: error.advice ?? "write it as \(example)")
    }
  }
}
