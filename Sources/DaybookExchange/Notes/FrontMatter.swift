import Daybook
import DaybookText
import Yams

/// The block before a Markdown text between two lines of dashes: YAML, as Obsidian, Jekyll and Hugo write
/// it.
///
/// Whatever it contains, either it can be read or there is a ``problem``; the text after it can be read in both cases.
struct FrontMatter: Sendable, Equatable {
  /// An error about a part that could not be read.
  struct Problem: Sendable, Equatable {
    /// Of the file, from 1.
    var line: Int
    var reason: String
  }

  /// The members of the mapping, each as text, a list of texts, or null for any other value. By their keys in
  /// lower case.
  var values: [String: Value] = [:]
  var problem: Problem?

  enum Value: Sendable, Equatable {
    case text(String)
    case list([String])
    case other
  }

  /// Of the YAML.
  static let sizeBytesMax = 64 << 10
  /// The maximum number of values: with aliases, a few lines of YAML can become a thousand million.
  static let valuesMax = 10_000
  private static let depthMax = 64

  init(yaml lines: [String]) {
    // The line that a ledger wrote for itself is not parsed as YAML, and may be large.
    let lines = lines.map { $0.hasPrefix(CarriedNote.mark) ? "" : $0 }
    let text = lines.joined(separator: "\n")
    do throws(Refusal) {
      try Self.check(text, lines)
      try read(text)
    } catch {
      (values, problem) = ([:], Problem(line: error.line + 1, reason: error.reason))
    }
  }

  private struct Refusal: Error {
    /// Of the YAML, from 1.
    var line = 1
    var reason: String
  }

  /// Refuses text that is too deep for the recursive parser.
  private static func check(_ text: String, _ lines: [String]) throws(Refusal) {
    guard text.utf8.count <= sizeBytesMax else {
      throw Refusal(reason: "the front matter is larger than \(sizeBytesMax >> 10) KiB")
    }
    var depth = 0
    for (index, line) in lines.enumerated() {
      // Lists within lists that begin in one line.
      let dashes = line.utf8.prefix { "-? \t".utf8.contains($0) }.count { $0 != 0x20 && $0 != 0x09 }
      for byte in line.utf8 {
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        default: break
        }
        if depth > depthMax || dashes > depthMax {
          throw Refusal(line: index + 1, reason: "the front matter is nested too deeply")
        }
      }
    }
  }

  private mutating func read(_ text: String) throws(Refusal) {
    let root: Node?
    do {
      root = try Yams.compose(yaml: text)
    } catch let error as YamlError {
      throw Self.refusal(error)
    } catch {
      throw Refusal(reason: "the front matter is not YAML")
    }
    guard let root else { return }
    guard case .mapping(let mapping) = root else {
      if case .scalar(let scalar) = root, scalar.string.isEmpty { return }
      throw Refusal(reason: "the front matter is YAML, but has no names with values")
    }
    var left = Self.valuesMax
    for (key, value) in mapping {
      guard let name = key.string else { continue }
      values[name.lowercased()] = Self.value(value, &left)
      guard left > 0 else { throw Refusal(reason: "the front matter has more than \(Self.valuesMax) values") }
    }
  }

  private static func value(_ node: Node, _ left: inout Int) -> Value {
    left -= 1
    switch node {
    case .scalar(let scalar): return isNull(node, scalar) ? .other : .text(scalar.string)
    case .sequence(let sequence):
      var list: [String] = []
      for item in sequence {
        left -= 1
        guard left > 0 else { return .other }
        if case .scalar(let scalar) = item, !isNull(item, scalar) { list.append(scalar.string) }
      }
      return .list(list)
    default: return .other
    }
  }

  private static func isNull(_ node: Node, _ scalar: Node.Scalar) -> Bool {
    scalar.style == .plain && ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }

  private static func refusal(_ error: YamlError) -> Refusal {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      return Refusal(line: mark.line, reason: "the front matter is not YAML: \(problem)")
    case .duplicatedKeysInMapping(let duplicates, let context):
      let names = duplicates.map { "'\($0)'" }.sorted().joined(separator: ", ")
      return Refusal(line: context.mark.line, reason: "the front matter names \(names) twice")
    default: return Refusal(reason: "the front matter is not YAML")
    }
  }
}

extension FrontMatter {
  /// The first of these members that is a text.
  func text(_ names: String...) -> String? {
    for name in names {
      if case .text(let text)? = values[name], !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }

  /// A member as a list; a text as what stands between commas.
  func list(_ name: String) -> [String] {
    switch values[name] {
    case .list(let list)?: list
    case .text(let text)?: text.split(separator: ",").map(String.init)
    default: []
    }
  }
}
