import Daybook

/// `<!-- freethoughts:note {…} -->`: the beginning of a part of the file, with the data that people do not read.
struct MarkdownMark {
  enum Part: String { case document, note, text, tags, provocation, response, end }

  var part: Part
  var values: JSONObject = [:]

  var line: String {
    guard !values.isEmpty else { return "\(MarkdownText.mark)\(part.rawValue) -->" }
    // A comment ends at the first `-->`, and may hold no `--`.
    var json = ""
    for scalar in JSONValue.object(values).description.unicodeScalars {
      let isDash = scalar == "-" && json.hasSuffix("-")
      let isHidden =
        scalar.value > 0x7e
        && [.format, .control, .lineSeparator, .paragraphSeparator].contains(
          scalar.properties.generalCategory)
      if isDash || scalar == ">" || isHidden {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        json.unicodeScalars.append(scalar)
      }
    }
    return "\(MarkdownText.mark)\(part.rawValue) \(json) -->"
  }

  /// The error of a line that looks like a mark.
  struct Unreadable: Error { var reason: String }

  init(_ part: Part, _ values: JSONObject = [:]) { (self.part, self.values) = (part, values) }

  /// Nil for a line that is not a mark.
  init?(reading line: String) throws(Unreadable) {
    guard line.hasPrefix(MarkdownText.mark) else { return nil }
    let line = MarkdownText.trimmed(line).text
    guard line.hasSuffix("-->") else { throw Unreadable(reason: "the comment does not end in this line") }
    let inner = MarkdownText.trimmed(String(line.dropFirst(MarkdownText.mark.count).dropLast(3))).text
    let name = inner.prefix { $0 != " " }
    guard let part = Part(rawValue: String(name)) else {
      throw Unreadable(reason: "'\(name.prefix(20))' does not begin a part that this version knows")
    }
    let rest = MarkdownText.trimmed(String(inner.dropFirst(name.count))).text
    guard !rest.isEmpty else {
      self.init(part)
      return
    }
    do {
      guard let values = try JSONParser.parse(rest).object else {
        throw Unreadable(reason: "the comment's content is not a JSON object")
      }
      self.init(part, values)
    } catch let error as JSONError {
      throw Unreadable(reason: "the comment's content is not JSON: \(error.reason.rawValue)")
    } catch let error as Unreadable {
      throw error
    } catch {
      throw Unreadable(reason: "the comment's content cannot be read")
    }
  }
}
