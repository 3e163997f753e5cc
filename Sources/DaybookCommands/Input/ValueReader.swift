import Daybook
package import DaybookModel
package import DaybookView

/// Turns what was typed into the value of a field.
package struct ValueReader {
  /// The owner of the fields, as errors name it.
  private let kind: String
  /// Reads an instant as people write it; the zone is the command's.
  private let instant: (String, TimeText.Edge) throws -> Instant

  package init(of kind: String, instant: @escaping (String, TimeText.Edge) throws -> Instant) {
    (self.kind, self.instant) = (kind, instant)
  }

  private var advice: String { "see 'daybook schema show \(kind)'" }

  /// `text` as a value of the type. Errors do not repeat the text of a hidden field.
  ///
  /// - Parameter mayBeDay: whether an instant may be a day without a time.
  package func value(
    _ text: String, of field: String, as type: FieldType, mayBeDay: Bool = false, isHidden: Bool
  ) throws -> JSONValue {
    do {
      if type == .instant { return .string(try instant(text, mayBeDay ? .whole : .start).description) }
      return try value(text, of: field, as: type)
    } catch let error as LedgerError where isHidden {
      guard error.code != .usage || type == .instant else { throw error }
      throw LedgerError(
        .badData, "'\(field)' takes \(type), not \(Disclosure.mask)", advice: advice)
    }
  }

  /// `text` as a value of the type.
  package func value(_ text: String, of field: String, as type: FieldType) throws -> JSONValue {
    switch type {
    case .string, .enumeration, .one: return .string(text)
    case .uuid: return .string(text.lowercased())
    case .bool: return try bool(text, field)
    case .int, .double:
      do throws(TypedNumber.Problem) {
        return if type == .int { .int(try TypedNumber.int(text)) } else {
          .double(try TypedNumber.double(text))
        }
      } catch {
        throw bad(text, field, error.expected, advice: error.advice)
      }
    case .decimal:
      do throws(TypedNumber.Problem) {
        return try TypedNumber.decimal(text)
      } catch {
        throw bad(text, field, error.expected, advice: error.advice)
      }
    case .instant: return .string(try instant(text, .start).description)
    case .day:
      guard let day = CivilDay(text) ?? SpokenDay.written(text) else {
        throw bad(text, field, "a day such as 1980-03-01")
      }
      return .string(day.description)
    case .data: return .string(text)
    case .array, .dictionary, .object:
      guard let value = try? JSONParser.parse(text), value.array != nil || value.object != nil else {
        throw bad(text, field, "JSON", advice: "write a JSON value; to add to a list write \(field)+=value")
      }
      return value
    case .many:
      throw LedgerError(
        .usage, "'\(field)' is a relation to many",
        advice: "write \(field)+=id to link, or use 'daybook unlink'")
    case .any: return try untyped(text, of: field)
    }
  }

  /// A value of a field of unknown type: JSON if it is JSON, otherwise a text.
  package func untyped(_ text: String, of field: String) throws -> JSONValue {
    do throws(JSONError) {
      return try JSONParser.parse(text)
    } catch {
      guard error.reason != .numberOutOfRange else {
        throw bad(
          text, field, "a number up to 1.7976931348623157e+308",
          advice: "write it in quotes to keep it as a text")
      }
      return .string(text)
    }
  }

  private func bool(_ text: String, _ field: String) throws(LedgerError) -> JSONValue {
    switch text.lowercased() {
    case "true", "yes": true
    case "false", "no": false
    default: throw bad(text, field, "true or false")
    }
  }

  private func bad(_ text: String, _ field: String, _ wanted: String, advice: String? = nil) -> LedgerError {
    LedgerError(
      .badData, "'\(field)' takes \(wanted), not '\(text)'",
      advice: advice ?? self.advice)
  }
}

/// One `k=v` of `--set`, before the field's type is known.
package struct FieldAssignment: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// `k=v`
    case set(Source)
    /// `k+=v`: adds to a list or a to-many relation.
    case add(Source)
    /// `k=`: writes null.
    case clear
  }

  /// Where the value is.
  package enum Source: Sendable, Equatable {
    case text(String)
    /// `@path`; `@-` is the standard input.
    case file(String)
  }

  package var field: String
  package var action: Action

  /// - Parameter mayBeHidden: whether what was typed may be the value of a hidden field; then errors do not repeat it.
  package init(_ text: String, mayBeHidden: Bool = false) throws(LedgerError) {
    let typed = mayBeHidden ? Disclosure.mask : text
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw LedgerError(
        .usage, "'\(typed)' is not an assignment",
        advice: "write field=value, field+=value, field= to clear it, or field=@file")
    }
    var name = text[..<equals]
    let value = String(text[text.index(after: equals)...])
    let isAdding = name.hasSuffix("+")
    if isAdding { name.removeLast() }
    guard !name.isEmpty else {
      throw LedgerError(.usage, "'\(typed)' names no field", advice: "write field+=value")
    }
    field = String(name)
    guard !value.isEmpty else {
      guard !isAdding else {
        throw LedgerError(.usage, "'\(text)' adds nothing", advice: "write field+=value")
      }
      action = .clear
      return
    }
    let source = Self.source(value)
    action = isAdding ? .add(source) : .set(source)
  }

  /// `@path` names a file; `@@` begins a text that begins with `@`.
  private static func source(_ value: String) -> Source {
    if value.hasPrefix("@@") { return .text(String(value.dropFirst())) }
    return value.hasPrefix("@") && value.utf8.count > 1 ? .file(String(value.dropFirst())) : .text(value)
  }
}

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
