import Daybook

/// Parses a model's answer strictly, because it comes from outside.
enum ModelAnswer {
  static func object(_ answer: String, of name: String) throws(LedgerError) -> JSONObject {
    guard let object = (try? JSONParser.parse(answer))?.object else {
      throw LedgerError(.badData, "\(name) answered no JSON object")
    }
    return object
  }

  /// A text on one line that is not empty.
  static func text(
    _ value: JSONValue?, _ field: String, bytesMax: Int, of name: String
  ) throws(LedgerError) -> String {
    guard let text = value?.string.map(OneLine.of), !text.isEmpty, text.utf8.count <= bytesMax else {
      throw LedgerError(.badData, "\(name) answered without a '\(field)' of 1 to \(bytesMax) bytes")
    }
    return text
  }

  static func array(
    _ value: JSONValue?, _ field: String, countMax: Int, of name: String
  ) throws(LedgerError) -> [JSONValue] {
    guard let items = value?.array, items.count <= countMax else {
      throw LedgerError(.badData, "\(name) answered without a list '\(field)' of at most \(countMax)")
    }
    return items
  }

  static func confidence(_ value: JSONValue?, of name: String) throws(LedgerError) -> Double {
    guard let confidence = value?.double, (0...1).contains(confidence) else {
      throw LedgerError(.badData, "\(name) answered a confidence that is not between 0 and 1")
    }
    return confidence
  }
}
