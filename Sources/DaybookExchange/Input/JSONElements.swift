// A JSON document of any size in pieces: the arrays and objects that the caller wants opened are walked through, and
// whatever lies in them is handed out value by value, so that memory holds one value and not the document. In a file of
// JSON lines each line is a document: a broken one affects only itself.

public import DaybookModel

/// The path of a value: its keys, joined by dots, with `*` for an array's elements; the document itself is the empty
/// path.
public typealias JSONPath = String

/// A value of a JSON document that is read piece by piece.
public enum JSONElement: Sendable, Equatable {
  /// A value, and the byte of the file at which it begins, or its line.
  case value(JSONPath, JSONValue, offset: Int64)
  /// The end of an array or object that was opened.
  case end(JSONPath)
  /// A value that is not strict JSON, or is too large; the rest can be read.
  case bad(JSONPath, reason: String, offset: Int64)
}

/// Reads the elements of a JSON document one after the other, without holding the whole.
public struct JSONElements {
  /// The maximum size of one value, unless its reader can hold more.
  public static let valueSizeBytesMax = 16 << 20
  /// Arrays and objects opened within one another.
  static let depthMax = 16

  private struct Container {
    var path: JSONPath
    var isObject: Bool
  }

  private let opened: Set<JSONPath>
  private let valueSizeBytesMax: Int
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  /// Of the buffer's first byte.
  private var bufferOffset: Int64 = 0
  private var isAtEnd = false
  private var stack: [Container] = []
  private var key = ""
  /// Whether each line is a document; nil until the first told.
  private var isLines: Bool?
  /// Of a line.
  private var pending: ArraySlice<JSONElement> = []
  private var firstLines = FirstLines<JSONElement>()

  /// - Parameters:
  ///   - opened: the paths of the arrays and objects to walk through.
  ///   - name: the name of the file: a `.jsonl` or `.ndjson` file is read line by line, whatever its first line is.
  ///   - valueSizeBytesMax: the maximum size of one value; a larger one is reported as bad, and not kept.
  ///   - read: returns the next bytes, and none at the end.
  public init(
    opening opened: Set<JSONPath>, of name: String = "", valueSizeBytesMax: Int = Self.valueSizeBytesMax,
    read: @escaping () throws -> [UInt8]
  ) {
    (self.opened, self.valueSizeBytesMax, self.read) = (opened, valueSizeBytesMax, read)
    if Self.isLines(name) { isLines = true }
  }

  /// Whether a file of this name has one document on each line.
  public static func isLines(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
  }

  /// The next piece; nil at the end.
  ///
  /// - Throws: `JSONError` if the rest cannot be divided into values: the text ends within an opened container, or has
  ///   something in a place where no value can be.
  public mutating func next() throws -> JSONElement? {
    if isLines == nil { isLines = try firstLineIsWhole() }
    if isLines == true { return try nextOfLines() }
    while true {
      guard let byte = try peekPastSpace() else {
        if stack.isEmpty { return nil }
        throw JSONError(.truncated, at: Int(clamping: offset))
      }
      guard let container = stack.last else { return try value(at: "") }
      switch (byte, container.isObject) {
      case (UInt8(ascii: ","), _): position += 1
      case (UInt8(ascii: "}"), true), (UInt8(ascii: "]"), false):
        position += 1
        stack.removeLast()
        return .end(container.path)
      case (UInt8(ascii: "\""), true):
        try readKey()
        let path = container.path.isEmpty ? key : container.path + "." + key
        if let element = try value(at: path) { return element }
      case (_, true): throw JSONError(.unexpectedByte, at: Int(clamping: offset))
      case (_, false):
        if let element = try value(at: container.path.isEmpty ? "*" : container.path + ".*") {
          return element
        }
      }
    }
  }

  private var offset: Int64 { bufferOffset + Int64(position) }

  /// The value that begins here; nil where it was opened instead, and the caller goes on within.
  private mutating func value(at path: JSONPath) throws -> JSONElement? {
    guard let first = try peekPastSpace() else { throw JSONError(.truncated, at: Int(clamping: offset)) }
    let isObject = first == UInt8(ascii: "{")
    if isObject || first == UInt8(ascii: "["), opened.contains(path), stack.count < Self.depthMax {
      position += 1
      stack.append(Container(path: path, isObject: isObject))
      return path.isEmpty ? try next() : nil
    }
    let start = offset
    guard let bytes = try capture() else {
      return .bad(path, reason: "larger than \(valueSizeBytesMax >> 20) MiB", offset: start)
    }
    guard !bytes.isEmpty else { throw JSONError(.unexpectedByte, at: Int(clamping: start)) }
    do {
      return .value(path, try JSONParser.parse(bytes), offset: start)
    } catch {
      if stack.isEmpty, !isObject, first != UInt8(ascii: "[") { try skipToObject() }
      return .bad(path, reason: Self.reason(error, from: start), offset: start)
    }
  }

  private static func reason(_ error: JSONError, from start: Int64) -> String {
    "not strict JSON: \(error.reason.rawValue) at byte \(start + Int64(error.offset))"
  }

  /// If no document begins here, the next one is searched for at the beginnings of lines.
  private mutating func skipToObject() throws {
    repeat {
      while !buffer[position...].contains(0x0a) {
        position = buffer.count
        guard try fill() else { return }
      }
      position = (buffer[position...].firstIndex(of: 0x0a) ?? position) + 1
    } while try peekPastSpace() != UInt8(ascii: "{")
  }

  private mutating func leaveRest() { (position, isAtEnd) = (buffer.count, true) }

  // MARK: Lines

  private mutating func nextOfLines() throws -> JSONElement? {
    while true {
      if let element = pending.popFirst() { return element }
      guard try peekPastSpace() != nil else {
        pending = firstLines.release()[...]
        if pending.isEmpty { return nil }
        continue
      }
      let start = offset
      guard let line = try captureLine() else {
        return .bad("", reason: "larger than \(valueSizeBytesMax >> 20) MiB", offset: start)
      }
      do throws(JSONError) {
        let value = try JSONParser.parse(line)
        pending = firstLines.release()[...]
        open(value, at: "", offset: start)
      } catch {
        let bad = JSONElement.bad("", reason: Self.reason(error, from: start), offset: start)
        guard firstLines.hold(bad) else { return bad }
        guard case .bad(_, let reason, let offset)? = firstLines.verdict else { continue }
        leaveRest()
        _ = firstLines.release()
        let count = FirstLines<JSONElement>.countMax
        return .bad(
          "", reason: "none of the first \(count) lines is JSON, and no more is read; \(reason)",
          offset: offset)
      }
    }
  }

  private mutating func open(_ value: JSONValue, at path: JSONPath, offset: Int64) {
    let base = path.isEmpty ? "" : path + "."
    switch value {
    case .array(let elements) where opened.contains(path):
      for element in elements { open(element, at: base + "*", offset: offset) }
      pending.append(.end(path))
    case .object(let members) where opened.contains(path):
      for member in members { open(member.value, at: base + member.key, offset: offset) }
      pending.append(.end(path))
    default: pending.append(.value(path, value, offset: offset))
    }
  }

  /// Up to the next LF; nil where that is too much.
  private mutating func captureLine() throws -> [UInt8]? {
    var line: [UInt8] = []
    var isTooLarge = false
    while true {
      let end = buffer[position...].firstIndex(of: 0x0a) ?? buffer.count
      isTooLarge = isTooLarge || line.count + end - position > valueSizeBytesMax
      if isTooLarge { line = [] } else { line += buffer[position..<end] }
      position = end
      if try position < buffer.count || !fill() { return isTooLarge ? nil : line }
    }
  }

  /// How much of the beginning is searched for it.
  private static let firstLineSizeBytesMax = 1 << 20

  /// Whether an object fills the first line, and another begins the next.
  private mutating func firstLineIsWhole() throws -> Bool {
    guard try peekPastSpace() == UInt8(ascii: "{") else { return false }
    while true {
      if let end = buffer[position...].firstIndex(of: 0x0a),
        let next = buffer[end...].first(where: { $0 > 0x20 })
      {
        return next == UInt8(ascii: "{") && (try? JSONParser.parse(Array(buffer[position..<end]))) != nil
      }
      guard !isAtEnd, buffer.count - position < Self.firstLineSizeBytesMax else { return false }
      let more = try read()
      if more.isEmpty { isAtEnd = true }
      buffer += more
    }
  }

  // MARK: Values

  private mutating func readKey() throws {
    let start = offset
    let bytes = try capture() ?? []
    guard let text = (try? JSONParser.parse(bytes))?.string else {
      throw JSONError(.unexpectedByte, at: Int(clamping: start))
    }
    key = text
    guard try peekPastSpace() == UInt8(ascii: ":") else {
      throw JSONError(.unexpectedByte, at: Int(clamping: offset))
    }
    position += 1
  }

  /// The bytes of the value that begins here, as brackets and quotes delimit it; nil where they are too many.
  private mutating func capture() throws -> [UInt8]? {
    var scan = JSONValueScan()
    var bytes: [UInt8] = []
    var isTooLarge = false
    while true {
      let count = buffer.withUnsafeBufferPointer { scan.length(of: $0[position...]) }
      if isTooLarge || bytes.count + count > valueSizeBytesMax {
        (isTooLarge, bytes) = (true, [])
      } else {
        bytes += buffer[position..<position + count]
      }
      position += count
      if scan.isDone { return isTooLarge ? nil : bytes }
      guard try fill() else {
        // A number or a word ends with the text.
        if scan.isScalar { return isTooLarge ? nil : bytes }
        throw JSONError(.truncated, at: Int(clamping: offset))
      }
    }
  }

  private mutating func peekPastSpace() throws -> UInt8? {
    while true {
      while position < buffer.count {
        switch buffer[position] {
        case 0x20, 0x09, 0x0a, 0x0d: position += 1
        default: return buffer[position]
        }
      }
      guard try fill() else { return nil }
    }
  }

  /// Replaces the used-up buffer; false at the end.
  private mutating func fill() throws -> Bool {
    guard !isAtEnd else { return false }
    let isFirst = bufferOffset == 0 && buffer.isEmpty
    bufferOffset += Int64(buffer.count)
    buffer = try read()
    position = 0
    isAtEnd = buffer.isEmpty
    guard isFirst, !isAtEnd else { return !isAtEnd }
    // A byte order mark of UTF-8 may be cut by the first chunk's end.
    while buffer.count < 3, UInt8(0xef) == buffer[0] {
      let more = try read()
      if more.isEmpty { break }
      buffer += more
    }
    if buffer.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    return true
  }
}
