public import DaybookModel

/// A value in an expression.
enum WhereLiteral: Equatable {
  case text(String)
  case number(JSONValue)
  case date(DateText.Reading)
  case bool(Bool)
  /// A word without quotes that is not a field.
  case word(String)
  case null
}

/// Turns literals into stored values, by the type of the field they are compared with.
struct TimeContext {
  let zone: TimeZoneRule
  let now: Instant
  var quoting = WhereQuoting(hides: false)

  func reading(isDay: Bool, _ shifts: [WhereToken.Shift]) -> DateText.Reading {
    var day = zone.day(at: now)
    var instant = now
    var isDay = isDay
    for shift in shifts {
      switch shift.unit {
      case .days where isDay: day = day.adding(days: shift.amount)
      case .weeks where isDay: day = day.adding(days: shift.amount * 7)
      default:
        if isDay { (isDay, instant) = (false, zone.start(of: day)) }
        instant = Instant(milliseconds: instant.milliseconds + shift.amount * shift.unit.milliseconds)
      }
    }
    return isDay ? .day(day) : .instant(instant)
  }

  func condition(
    _ path: ResolvedPath, _ comparison: Condition.Comparison, _ literal: WhereLiteral, at position: Int
  ) throws(WhereError) -> Condition {
    if literal == .null {
      switch comparison {
      case .equal: return .isNull(path.path)
      case .notEqual: return .not(.isNull(path.path))
      default: throw WhereError("null has no order", at: position, advice: "write: is null")
      }
    }
    switch path.target {
    case .field(let type): return try typed(path, type, comparison, literal, position)
    case .id, .stamp:
      guard case .text(let text) = literal else { throw mismatch(path, "text", position) }
      return .compare(path.path, comparison, .string(text))
    case .count:
      guard case .number(let value) = literal else { throw mismatch(path, "a number", position) }
      return .compare(path.path, comparison, value)
    case .untyped: return try untyped(path, comparison, literal, position)
    }
  }

  private func mismatch(_ path: ResolvedPath, _ expected: String, _ position: Int) -> WhereError {
    WhereError(
      "\(path.path) is \(expected)", at: position, advice: expected == "text" ? "write texts in quotes" : nil)
  }

  private func typed(
    _ path: ResolvedPath, _ type: FieldType, _ comparison: Condition.Comparison, _ literal: WhereLiteral,
    _ position: Int
  ) throws(WhereError) -> Condition {
    switch (type, literal) {
    case (.string, .text(let text)), (.data, .text(let text)), (.one, .text(let text)):
      return .compare(path.path, comparison, .string(text))
    case (.enumeration, .text(let text)), (.enumeration, .word(let text)):
      if case .enumeration(let known) = type, case .word = literal, !known.contains(text) {
        throw WhereError(
          "'\(quoting(text, path))' is not a known value of \(path.path)", at: position,
          advice: (path.mayBeHidden ? nil : Suggestion.advice(for: text, among: known))
            ?? "write other values in quotes: '\(quoting(text, path))'")
      }
      return .compare(path.path, comparison, .string(text))
    case (.uuid, .text(let text)): return .compare(path.path, comparison, .string(text.lowercased()))
    case (.int, .number(let value)), (.double, .number(let value)), (.decimal, .number(let value)):
      return .compare(path.path, comparison, value)
    case (.bool, .bool(let value)): return .compare(path.path, comparison, .bool(value))
    case (.instant, .date(let reading)): return instants(path, comparison, reading)
    case (.instant, .text(let text)):
      return instants(path, comparison, try reading(text, path, position))
    case (.day, .date(let reading)): return .compare(path.path, comparison, day(reading))
    case (.day, .text(let text)):
      return .compare(path.path, comparison, day(try reading(text, path, position)))
    case (.any, _): return try untyped(path, comparison, literal, position)
    default: throw mismatch(path, type.description, position)
    }
  }

  private func reading(
    _ text: String, _ path: ResolvedPath, _ position: Int
  ) throws(WhereError) -> DateText.Reading {
    guard let reading = DateText.read(text) else {
      throw WhereError(
        "'\(quoting(text, path))' is not a date", at: position,
        advice: "write 2026-11-21 or 2026-11-21T06:13:00Z")
    }
    return reading
  }

  private func day(_ reading: DateText.Reading) -> JSONValue {
    switch reading {
    case .day(let day), .local(let day, _): .string(day.description)
    case .instant(let instant): .string(zone.day(at: instant).description)
    }
  }

  /// A day means the whole day.
  private func instants(
    _ path: ResolvedPath, _ comparison: Condition.Comparison, _ reading: DateText.Reading
  ) -> Condition {
    func test(_ comparison: Condition.Comparison, _ instant: Instant) -> Condition {
      .compare(path.path, comparison, .string(instant.description))
    }
    switch reading {
    case .instant(let instant): return test(comparison, instant)
    case .local(let day, let time): return test(comparison, zone.instant(day, millisecondOfDay: time))
    case .day(let day):
      let next = day.adding(days: 1)
      /// The day begins with its own midnight in UTC, too, where the field may hold a day without a time.
      func isBefore(_ day: CivilDay) -> Condition {
        let start = zone.start(of: day)
        return path.mayBeDay ? .begins(path.path, before: start, zone) : test(.less, start)
      }
      func isFrom(_ day: CivilDay) -> Condition {
        let isLater = test(.greaterOrEqual, zone.start(of: day))
        return path.mayBeDay ? .or([isLater, test(.equal, Instant(wholeDay: day))]) : isLater
      }
      switch comparison {
      case .equal: return .and([isFrom(day), isBefore(next)])
      case .notEqual: return .not(.and([isFrom(day), isBefore(next)]))
      case .less: return isBefore(day)
      case .lessOrEqual: return isBefore(next)
      case .greater: return isFrom(next)
      case .greaterOrEqual: return isFrom(day)
      }
    }
  }

  /// It is not declared what the field holds: dates may be stored as days or as instants.
  private func untyped(
    _ path: ResolvedPath, _ comparison: Condition.Comparison, _ literal: WhereLiteral, _ position: Int
  ) throws(WhereError) -> Condition {
    switch literal {
    case .text(let text): return .compare(path.path, comparison, .string(text))
    case .number(let value): return .compare(path.path, comparison, value)
    case .bool(let value): return .compare(path.path, comparison, .bool(value))
    case .null: return .isNull(path.path)
    case .date(let reading):
      let range = instants(path, comparison, reading)
      guard case .day(let day) = reading else { return range }
      let same = Condition.compare(path.path, .equal, .string(day.description))
      switch comparison {
      case .equal: return .or([same, range])
      case .notEqual: return .and([.not(same), range])
      default: return range
      }
    case .word(let word):
      throw WhereError(
        "'\(quoting(word, path))' is not a field", at: position,
        advice: "write texts in quotes: '\(quoting(word, path))'")
    }
  }
}

extension Condition {
  /// Whether a time that may be a day without a time begins before a moment, for readers in a zone.
  public static func begins(_ path: Path, before moment: Instant, _ zone: TimeZoneRule) -> Condition {
    func test(_ comparison: Comparison, _ time: Instant) -> Condition {
      .compare(path, comparison, .string(time.description))
    }
    let day = zone.day(at: moment)
    let isStart = zone.start(of: day) == moment
    // The first day that does not begin before it, although its midnight in UTC may.
    let next = isStart ? day : day.adding(days: 1)
    let isEarlier = Condition.and([test(.less, moment), test(.notEqual, Instant(wholeDay: next))])
    return isStart ? isEarlier : .or([isEarlier, test(.equal, Instant(wholeDay: day))])
  }
}

extension WhereToken.Shift.Unit {
  var milliseconds: Int64 {
    switch self {
    case .minutes: 60_000
    case .hours: 3_600_000
    case .days: 86_400_000
    case .weeks: 604_800_000
    }
  }
}
