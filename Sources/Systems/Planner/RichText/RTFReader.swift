import DaybookText

/// Reads RTF once, from its beginning to its end. Settings of a group end with the group.
struct RTFReader {
  struct Group {
    var isSilent = false
    var isFontTable = false
    /// Whether the group has the same text twice, in a code page and in Unicode: the latter is read.
    var isTwofold = false
    /// The bullet or the number of a list's entry.
    var isListMark = false
    /// How many characters stand in for one in Unicode, for readers that know none.
    var fallbackCount = 1
    var codePage: Int?
  }

  let bytes: [UInt8]
  var place = 0
  var group = Group()
  private var outer: [Group] = []
  /// Groups beyond the greatest depth, whose text is left out.
  private var deeperCount = 0
  var codePage = 1252
  var fontCodePages: [Int: Int] = [:]
  var font = 0
  /// How many fallback characters are still to be skipped.
  var skipCount = 0
  var isIgnorable = false
  private var text = ""
  /// Characters that are not complete yet: of a code page, and of UTF-16.
  private var pending: [UInt8] = []
  private var units: [UInt16] = []

  private static let depthMax = 500

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> String {
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "{"): open()
      case UInt8(ascii: "}"):
        if !close() { return finish() }
      case UInt8(ascii: "\\"): control()
      case 0, 10, 13: continue
      default: character(byte)
      }
    }
    return finish()
  }

  private mutating func finish() -> String {
    flush()
    return text
  }

  private mutating func open() {
    flush()
    (skipCount, isIgnorable) = (0, false)
    if outer.count < Self.depthMax { outer.append(group) } else { deeperCount += 1 }
  }

  /// False at the end of the document.
  private mutating func close() -> Bool {
    flush()
    (skipCount, isIgnorable) = (0, false)
    if deeperCount > 0 {
      deeperCount -= 1
      return true
    }
    guard let last = outer.popLast() else { return false }
    group = last
    return !outer.isEmpty
  }

  // MARK: Characters

  var isSilent: Bool { group.isSilent || deeperCount > 0 }

  /// A character of the code page, or a part of one.
  mutating func character(_ byte: UInt8) {
    if group.isListMark, byte == UInt8(ascii: "\t") { return add("\t") }
    if skipCount > 0 {
      skipCount -= 1
      return
    }
    guard !isSilent else { return }
    if !units.isEmpty { flush() }
    pending.append(byte)
  }

  mutating func unit(_ unit: UInt16) {
    guard !isSilent else { return }
    if !pending.isEmpty { flush() }
    units.append(unit)
  }

  mutating func add(_ characters: String) {
    if skipCount > 0 {
      skipCount -= 1
      return
    }
    guard !isSilent else { return }
    flush()
    // Tabs set a mark apart on paper: in a line of text it stands at the beginning, and a space follows.
    if group.isListMark, characters == "\t" {
      if let last = text.last, !last.isNewline, last != " " { text += " " }
      return
    }
    text += characters
  }

  mutating func flush() {
    if !pending.isEmpty {
      text += Charset.decode(pending, named: Self.charset(group.codePage ?? codePage))
      pending.removeAll(keepingCapacity: true)
    }
    if !units.isEmpty {
      text += String(decoding: units, as: UTF16.self)
      units.removeAll(keepingCapacity: true)
    }
  }

  private static func charset(_ page: Int) -> String {
    switch page {
    case 10000: "macintosh"
    case 65001: "utf-8"
    default: "cp\(page)"
    }
  }
}
