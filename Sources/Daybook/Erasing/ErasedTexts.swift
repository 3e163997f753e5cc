import DaybookModel
import DaybookView

/// The texts that an erasure erases, as far as they may be found elsewhere: what people write, and neither ids, words of a
/// list nor times.
struct ErasedTexts {
  private(set) var texts: Set<String> = []

  /// Shorter ones are found in everything, and longer ones nowhere else.
  private static let (sizeBytesMin, sizeBytesMax) = (4, 200)
  private static let countMax = 200

  mutating func note(_ value: JSONValue, of type: FieldType) {
    switch (value, type) {
    case (.string(let text), .string), (.string(let text), .any): note(text)
    case (.array(let values), .array(let element)): for value in values { note(value, of: element) }
    case (.object(let object), .dictionary(let element)):
      for member in object { note(member.value, of: element) }
    case (.object(let object), .object(let fields)):
      for field in fields { if let value = object[field.name] { note(value, of: field.type) } }
    case (.array(let values), .any): for value in values { note(value, of: .any) }
    case (.object(let object), .any): for member in object { note(member.value, of: .any) }
    default: break
    }
  }

  private mutating func note(_ text: String) {
    let size = text.utf8.count
    guard size >= Self.sizeBytesMin, size <= Self.sizeBytesMax, texts.count < Self.countMax,
      text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else { return }
    texts.insert(text)
  }
}

extension Unicode.Scalar {
  /// Whether a word goes on with it. Ideographs stand beside one another without spaces.
  var isOfWord: Bool {
    properties.isAlphabetic && !properties.isIdeographic || properties.numericType != nil
  }
}

extension String {
  /// Whether another text stands here as words of its own.
  func holdsWords(_ other: [UInt8]) -> Bool {
    let bytes = Array(utf8)
    var start = 0
    while let place = bytes.place(of: other, from: start) {
      let end = place + other.count
      if !isWithinWord(at: place), !isWithinWord(at: end) { return true }
      start = place + 1
    }
    return false
  }

  /// Whether a word goes on across a place between two bytes.
  private func isWithinWord(at place: Int) -> Bool {
    let index = utf8.index(utf8.startIndex, offsetBy: place)
    guard index > startIndex, index < endIndex, index.samePosition(in: unicodeScalars) != nil else {
      return false
    }
    return unicodeScalars[unicodeScalars.index(before: index)].isOfWord && unicodeScalars[index].isOfWord
  }
}
