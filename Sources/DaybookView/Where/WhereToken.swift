import DaybookModel

/// A piece of a `--where` expression, with where it begins.
struct WhereToken: Equatable {
  enum Content: Equatable {
    /// A path, a keyword or a bare word.
    case word(String)
    /// A path in back quotes, which is never a keyword.
    case quotedName(String)
    case text(String)
    case number(JSONValue)
    case date(DateText.Reading)
    /// `now` or `today`, and how much is added.
    case relative(isDay: Bool, [Shift])
    case comparison(Condition.Comparison)
    case open, close, comma, end
  }

  struct Shift: Equatable {
    var amount: Int64
    var unit: Unit

    enum Unit: Character { case days = "d", hours = "h", minutes = "m", weeks = "w" }
  }

  var content: Content
  /// In characters, from 1.
  var position: Int
}

/// How errors repeat typed text: not if it may be the value of a hidden field.
struct WhereQuoting {
  /// Evaluated only for an error message, since it needs every kind that can be reached.
  private let decide: @Sendable () -> Bool

  init(hides: @escaping @autoclosure @Sendable () -> Bool) { decide = hides }

  var hides: Bool { decide() }

  func callAsFunction(_ text: some CustomStringConvertible) -> String {
    hides ? Disclosure.mask : "\(text)"
  }

  /// The typed value that is compared with the path.
  func callAsFunction(_ text: String, _ path: ResolvedPath) -> String {
    path.mayBeHidden ? self(text) : text
  }
}

/// The error in an expression, and its place.
package struct WhereError: Error, Equatable {
  package var what: String
  /// In characters, from 1.
  package var position: Int
  package var advice: String?

  init(_ what: String, at position: Int, advice: String? = nil) {
    (self.what, self.position, self.advice) = (what, position, advice)
  }
}
