import DaybookLog
public import DaybookModel
import DaybookView

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The texts that an erasure erases and that may occur elsewhere: what people write, but not ids, words of a list,
/// times or numbers.
struct ErasedTexts {
  /// The field from which a text is erased, by its stored name.
  struct Origin: Hashable {
    var kind: String
    var field: String
  }

  /// By text. A text without an origin is the name of an entity that is erased.
  private(set) var origins: [String: Set<Origin>] = [:]
  private(set) var names: Set<String> = []

  /// Shorter texts occur everywhere, and longer ones nowhere else.
  private static let (sizeBytesMin, sizeBytesMax) = (4, 200)
  private static let countMax = 200
  /// Fewer digits, without a letter, are a number or a time of day. A telephone number has more.
  private static let digitsMin = 6

  /// An entity's name, which may be made of several fields.
  mutating func note(name: String) {
    guard counts(name) else { return }
    names.insert(name)
    origins[name, default: []] = []
  }

  mutating func note(_ value: JSONValue, of type: FieldType, from origin: Origin) {
    switch (value, type) {
    case (.string(let text), .string), (.string(let text), .any): note(text, from: origin)
    case (.array(let values), .array(let element)):
      for value in values { note(value, of: element, from: origin) }
    case (.object(let object), .dictionary(let element)):
      for member in object { note(member.value, of: element, from: origin) }
    case (.object(let object), .object(let fields)):
      for field in fields {
        if let value = object[field.name] { note(value, of: field.type, from: origin) }
      }
    case (.array(let values), .any): for value in values { note(value, of: .any, from: origin) }
    case (.object(let object), .any):
      for member in object { note(member.value, of: .any, from: origin) }
    default: break
    }
  }

  private mutating func note(_ text: String, from origin: Origin) {
    guard counts(text) else { return }
    origins[text, default: []].insert(origin)
  }

  private func counts(_ text: String) -> Bool {
    let size = text.utf8.count
    guard size >= Self.sizeBytesMin, size <= Self.sizeBytesMax,
      origins.count < Self.countMax || origins[text] != nil, Instant(text) == nil
    else { return false }
    return text.unicodeScalars.contains { $0.properties.isAlphabetic }
      || text.unicodeScalars.count { $0.properties.numericType != nil } >= Self.digitsMin
  }
}

extension Unicode.Scalar {
  /// Whether the character continues a word. Ideographs are written without spaces between them.
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

  /// Whether a word continues across a place between two bytes.
  private func isWithinWord(at place: Int) -> Bool {
    let index = utf8.index(utf8.startIndex, offsetBy: place)
    guard index > startIndex, index < endIndex, index.samePosition(in: unicodeScalars) != nil else {
      return false
    }
    return unicodeScalars[unicodeScalars.index(before: index)].isOfWord && unicodeScalars[index].isOfWord
  }
}

extension [UInt8] {
  /// Where other bytes begin, at a place or behind it; nil if they do not occur, and for an empty search.
  func place(of other: [UInt8], from start: Int = 0) -> Int? {
    guard let first = other.first else { return nil }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { other in
        // Sound: what is compared lies before the end of both.
        guard let base = bytes.baseAddress, let wanted = other.baseAddress else { return nil }
        var place = start
        while place + other.count <= bytes.count {
          let rest = bytes.count - other.count + 1 - place
          guard let found = memchr(base + place, Int32(first), rest) else { return nil }
          place = UnsafeRawPointer(found) - base
          if memcmp(base + place, wanted, other.count) == 0 { return place }
          place += 1
        }
        return nil
      }
    }
  }

  func holds(_ other: [UInt8]) -> Bool { other.isEmpty || place(of: other) != nil }
}

extension Event {
  /// The fields that the event wrote and whose values are erased, by their stored names.
  public var erasedFields: [String] {
    mutation.other[StubMark.key]?.object?["fields"]?.array?.compactMap(\.string) ?? []
  }

  /// The line from which the event erases values, by its leaf; nil for other events.
  var erasedLeaf: Hash256? {
    guard mutation.op == .erase else { return nil }
    return mutation.other[EraseEvent.key]?.object?["leaf"]?.string.flatMap { Hash256($0) }
  }

  /// The id of the erasure that an erase event belongs to.
  public var erasure: String? {
    guard mutation.op == .erase else { return nil }
    return mutation.other[EraseEvent.key]?.object?["of"]?.string
  }
}
