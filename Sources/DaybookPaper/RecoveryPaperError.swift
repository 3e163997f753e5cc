/// Why a typed text is not a recovery key, and where the mistake is. It contains no character of the key.
package struct RecoveryPaperError: Error, Equatable, Sendable {
  /// A place on the paper; lines and groups count from 1.
  package struct Place: Hashable, Sendable {
    package let line: Int
    package let group: Int

    package init(line: Int, group: Int) { (self.line, self.group) = (line, group) }
  }

  package enum Reason: Equatable, Sendable {
    case nothing
    /// It is `age1…`, the public half of a key.
    case recipient
    /// It is longer than the groups, but does not begin with `AGE-SECRET-KEY-1`.
    case beginning
    /// There are characters in these groups that no key has.
    case characters([Place])
    /// One character is wrong, missing or too many, or two that follow one another are swapped. The first of them is
    /// in this group.
    case group(Place)
    /// These lines are too short or too long, or their check digits do not fit them.
    case lines([Int])
    /// The number of characters after `AGE-SECRET-KEY-1` is wrong; the place of the mistake cannot be found.
    case length(Int)
    /// The length is right, and there are several mistakes.
    case unknown
  }

  package let reason: Reason
}

extension RecoveryPaperError: CustomStringConvertible {
  /// What happened, in one sentence without a full stop.
  package var what: String {
    switch reason {
    case .nothing: "no recovery key was typed"
    case .recipient: "this is a recipient (age1…), the public half of a key, and not the recovery key"
    case .beginning: "the recovery key begins with \(KeyLayout.beginning), and this does not"
    case .characters(let places):
      "the recovery key has a character that does not occur in keys, in \(Self.list(places.map(\.text)))"
    case .group(let place): "the recovery key has a typing error in \(place.text)"
    case .lines(let lines):
      "the recovery key has a typing error in \(lines.count > 1 ? "lines" : "line") "
        + Self.list(lines.map { String($0) })
    case .length(let count):
      "the recovery key has \(count) characters after \(KeyLayout.beginning) instead of \(KeyLayout.count)"
    case .unknown: "the recovery key has more than one typing error"
    }
  }

  /// Advice for the user.
  package var advice: String {
    switch reason {
    case .nothing, .recipient: "type the key from the paper, beginning with \(KeyLayout.beginning)"
    case .beginning:
      "type the key from the paper, beginning with \(KeyLayout.beginning), or its groups alone; type the ) after a "
        + "line's number and the = before its check digits"
    case .characters: "compare with the paper; the groups never contain B, I, O or 1"
    case .group, .lines: "compare with the paper and type the key again"
    case .length: "compare with the paper; a group or a line may be missing, or typed twice"
    case .unknown:
      "type the key again line by line, with the two digits after =, which show the lines that have errors"
    }
  }

  package var description: String { "\(what); \(advice)" }

  private static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension RecoveryPaperError.Place {
  fileprivate var text: String { "line \(line), group \(group)" }
}
