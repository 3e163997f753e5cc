import Daybook
import DaybookText

/// A piece of a page. Literals are markup; interpolated texts are escaped, so that no text of a ledger becomes markup,
/// changes the direction of the text around it, or is invisible.
struct Fragment: Sendable, Equatable {
  private(set) var markup: String

  static let empty = Fragment("")

  private init(_ markup: String) { self.markup = markup }

  static func + (left: Fragment, right: Fragment) -> Fragment { Fragment(left.markup + right.markup) }
  static func += (left: inout Fragment, right: Fragment) { left.markup += right.markup }

  var isEmpty: Bool { markup.isEmpty }
}

extension Fragment: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { self.init(value) }
  init(stringInterpolation: Interpolation) { self.init(stringInterpolation.markup) }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity * 2) }

    mutating func appendLiteral(_ literal: String) { markup += literal }
    mutating func appendInterpolation(_ fragment: Fragment) { markup += fragment.markup }
    /// A text.
    mutating func appendInterpolation(_ text: String) { markup += Markup.text(text, .named) }
    /// A text in an attribute, between double quotes, or in a title.
    mutating func appendInterpolation(plain text: String) { markup += Markup.escaped(text, .named) }
    mutating func appendInterpolation(_ count: Int) { markup += Decimal.grouped(count) }
    /// A number in an attribute.
    mutating func appendInterpolation(plain number: Int) { markup += String(number) }
  }
}

extension [Fragment] {
  func joined(separator: Fragment = .empty) -> Fragment {
    var result = Fragment.empty
    for (index, fragment) in enumerated() {
      if index > 0 { result += separator }
      result += fragment
    }
    return result
  }
}

extension [Int] {
  /// Their sum, or the greatest integer on overflow: a report may come from anywhere.
  var total: Int {
    reduce(0) { sum, next in
      let (result, isTooGreat) = sum.addingReportingOverflow(next)
      return isTooGreat ? .max : result
    }
  }
}

extension Int {
  /// How many there are from a number to this one, both counted.
  func clampedDistance(from first: Int) -> Int {
    let (distance, isTooGreat) = subtractingReportingOverflow(first)
    return isTooGreat ? .max : [distance, 1].total
  }
}

/// Numbers as people read them.
enum Decimal {
  /// `1,234,567`
  static func grouped(_ number: Int) -> String {
    var result = ""
    for (place, digit) in String(number.magnitude).reversed().enumerated() {
      if place > 0, place % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return (number < 0 ? "\u{2212}" : "") + String(result.reversed())
  }

  /// `1 event`, `2 events`
  static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")"
  }

  /// `3 days`, `2 hours`, `7 minutes`, `4 seconds`: the greatest unit that fits.
  static func duration(seconds: Int) -> String {
    for (unit, name) in [(86_400, "day"), (3600, "hour"), (60, "minute")] where seconds >= unit {
      return count(seconds / unit, name)
    }
    return count(seconds, "second")
  }
}

// The forms in which a report's values are shown.

extension Fragment {
  /// The mark for a missing value.
  static let none: Fragment = "<span class=\"none\">\u{2013}</span>"

  /// A text, or that there is none.
  static func optional(_ text: String?) -> Fragment {
    text.flatMap { $0.isEmpty ? nil : "\($0)" } ?? .none
  }

  /// To the second; the whole is in the attribute.
  static func time(_ time: AuditTime) -> Fragment {
    "<time datetime=\"\(plain: time.description)\">\(time.day) <span class=\"clock\">\(time.time)</span></time>"
  }

  static func time(_ time: AuditTime?) -> Fragment { time.map { Fragment.time($0) } ?? .none }

  /// A text to be compared letter by letter, which may break anywhere.
  static func code(_ text: String) -> Fragment { "<code>\(text)</code>" }

  static func entity(_ name: EntityName) -> Fragment {
    "<span class=\"kind\">\(name.kind)</span> \(.code(name.id))"
  }

  /// The name without line breaks, unless a later version has longer names.
  static func operation(_ name: String) -> Fragment {
    name.utf8.count <= 10 ? "<span class=\"whole\">\(name)</span>" : "\(name)"
  }

  /// By its name and its id.
  static func replica(_ id: String?, _ name: String?) -> Fragment {
    switch (id, name) {
    case (let id?, let name?): "\(name) \(.code(id))"
    case (let id?, nil): .code(id)
    case (nil, let name?): "\(name)"
    case (nil, nil): .none
    }
  }

  /// The machine's name where it has one.
  static func machine(_ id: String?, _ name: String?) -> Fragment {
    name.map { "\($0)" } ?? id.map { .code($0) } ?? .none
  }

  /// A value as it reads: texts as they are, lists by their elements, the rest as JSON.
  static func value(_ value: JSONValue, lengthMax: Int = 300) -> Fragment {
    switch value {
    case .null: .none
    case .string(let text): text.isEmpty ? "<span class=\"none\">empty</span>" : .cut(text, lengthMax)
    case .array(let values) where values.allSatisfy(\.isPlain):
      values.isEmpty
        ? "<span class=\"none\">empty</span>" : .cut(values.map(\.plain).joined(separator: ", "), lengthMax)
    default: .cut(value.plain, lengthMax)
    }
  }

  /// The beginning of a long text, and how much more there is.
  static func cut(_ text: String, _ lengthMax: Int) -> Fragment {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: lengthMax, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return "\(text)" }
    let rest = scalars.distance(from: end, to: scalars.endIndex)
    return
      "\(String(scalars[..<end])) <span class=\"none\">\u{2026} and \(Decimal.count(rest, "character")) more</span>"
  }
}

extension JSONValue {
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  fileprivate var plain: String {
    if case .string(let text) = self { return text }
    return description
  }
}
