import Foundation

/// A shell session as a file: `$ ` begins a command, what follows is its output; `! ` begins a line of
/// the standard error, `? ` gives an exit status other than 0, `#` a comment between commands.
struct Transcript {
  struct Step: Equatable {
    var comments: [String] = []
    var command: String
    var output: [String] = []
    var errors: [String] = []
    var status: Int32 = 0

    var text: String {
      let lines =
        comments + ["$ " + command] + output + errors.map { $0.isEmpty ? "!" : "! " + $0 }
        + (status == 0 ? [] : ["? \(status)"])
      return lines.map { $0 + "\n" }.joined()
    }
  }

  var steps: [Step] = []
  /// What follows the last step: comments.
  var tail: [String] = []

  init(_ text: String) {
    var comments: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) {
      if line.hasPrefix("$ ") {
        steps.append(Step(comments: comments, command: String(line.dropFirst(2))))
        comments = []
      } else if line.hasPrefix("#") || (line.isEmpty && (steps.isEmpty || !comments.isEmpty)) {
        comments.append(line)
      } else if line.isEmpty, let last = steps.last, last.output.isEmpty || !last.errors.isEmpty {
        comments.append(line)
      } else if steps.isEmpty {
        comments.append(line)
      } else if line.hasPrefix("!") {
        steps[steps.count - 1].errors.append(String(line.dropFirst(line.hasPrefix("! ") ? 2 : 1)))
      } else if line.hasPrefix("? "), let status = Int32(line.dropFirst(2)) {
        steps[steps.count - 1].status = status
      } else {
        steps[steps.count - 1].output.append(line)
      }
    }
    tail = comments
    // A blank line after output separates the steps.
    for index in steps.indices where steps[index].output.last == "" {
      steps[index].output.removeLast()
      if index + 1 < steps.count {
        steps[index + 1].comments.insert("", at: 0)
      } else {
        tail.insert("", at: 0)
      }
    }
  }

  var text: String { steps.map(\.text).joined() + tail.map { $0 + "\n" }.joined() }
}

/// Replaces what differs from run to run by names that stay: `<stamp1>`, `<replica1>`, `<uuid2>`. The
/// same value gets the same name, so that a transcript also says what is equal.
struct Normaliser {
  private var names: [String: String] = [:]
  private var counts: [String: Int] = [:]
  private let literal: String
  private let sandbox: String
  private let patterns: [(name: String, pattern: String)]

  /// What stands in `literal`, the transcript's commands, is left as it is. `forPeople`: also times and ids
  /// as tables shorten them.
  init(literal: String, sandbox: String, forPeople: Bool = false) {
    self.literal = literal
    self.sandbox = sandbox
    patterns = Self.exact + (forPeople ? Self.shortened : [])
  }

  private static let shortened: [(name: String, pattern: String)] = [
    ("minute", #"\b\d{4}-\d\d-\d\d \d\d:\d\d\b"#),
    ("day", #"\b\d{4}-\d\d-\d\d\b"#),
    ("id", #"\b[0-9a-f]{8}(-[0-9a-f]{1,4})*\b"#),
  ]

  private static let exact: [(name: String, pattern: String)] = [
    ("stamp", #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z-[0-9a-f]{4}-[0-9a-f]{16}"#),
    ("time", #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"#),
    // As tables show it.
    ("time", #"\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\b"#),
    ("uuid", #"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"#),
    ("hash", #"\b[0-9a-f]{64}\b"#),
    ("name", #"\b[0-9a-f]{32}\b"#),
    ("replica", #"\b[0-9a-f]{16}\b"#),
    // No part of a file's name, or of a UUID.
    ("conflict", #"(?<![-0-9a-f.])[0-9a-f]{12}(?![-0-9a-f.])"#),
    ("salt", #"(?<="salt":")[^"]+"#),
    ("key", #"AGE-SECRET-KEY-1[0-9A-Z]{58}"#),
    // Of a locked ledger's devices.
    ("words", #"(?<="words":)\[[a-z",]+\]"#),
    ("fingerprint", #"(?<="fingerprint":)\[[a-z",]+\]"#),
    ("seconds", #"(?<="seconds":)[0-9.e-]+"#),
    ("bytes", #"(?<="sizeBytes":)[0-9]+"#),
  ]

  mutating func normalise(_ text: String) -> String {
    var text = text.replacingOccurrences(of: sandbox, with: "<sandbox>")
    for (name, pattern) in patterns {
      guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
      let source = text as NSString
      var result = ""
      var end = 0
      for match in expression.matches(in: text, range: NSRange(location: 0, length: source.length)) {
        result += source.substring(with: NSRange(location: end, length: match.range.location - end))
        result += replacement(name, source.substring(with: match.range))
        end = match.range.location + match.range.length
      }
      text = result + source.substring(from: end)
    }
    return text
  }

  private mutating func replacement(_ name: String, _ value: String) -> String {
    if literal.contains(value) { return value }
    // Whether two fall into one minute is chance, and so is how much of an id tells it from the others.
    if ["salt", "seconds", "bytes", "minute", "id"].contains(name) { return "<\(name)>" }
    if let known = names[name + value] { return known }
    counts[name, default: 0] += 1
    let new = "<\(name)\(counts[name, default: 0])>"
    names[name + value] = new
    return new
  }
}
