import Daybook

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
