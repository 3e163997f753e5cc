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
