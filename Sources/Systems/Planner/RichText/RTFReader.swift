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

// Control words and symbols: what stands behind a backslash.

extension RTFReader {
  mutating func control() {
    guard place < bytes.count else { return }
    let byte = bytes[place]
    guard Self.isLetter(byte) else {
      place += 1
      return symbol(byte)
    }
    let start = place
    while place < bytes.count, Self.isLetter(bytes[place]) { place += 1 }
    let word = String(decoding: bytes[start..<place].prefix(Self.wordCountMax), as: UTF8.self)
    let number = number()
    if place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
    apply(word, number)
  }

  private static let wordCountMax = 32

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte && byte <= UInt8(ascii: "z")
      || UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z")
  }

  /// What stands behind a word; a number too great for any use is none.
  private mutating func number() -> Int? {
    let isNegative = place + 1 < bytes.count && bytes[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var (number, count) = (0, 0)
    while place < bytes.count, let digit = Self.digit(bytes[place]), digit < 10 {
      if count < 10 { number = number * 10 + digit }
      count += 1
      place += 1
    }
    guard count > 0, count <= 10 else { return nil }
    return isNegative ? -number : number
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private mutating func symbol(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "'"):
      guard place + 1 < bytes.count, let high = Self.digit(bytes[place]),
        let low = Self.digit(bytes[place + 1])
      else { return }
      place += 2
      character(UInt8(high * 16 + low))
    case UInt8(ascii: "*"): isIgnorable = true
    case UInt8(ascii: "~"): add("\u{A0}")
    case UInt8(ascii: "_"): add("\u{2011}")
    case 10, 13: add("\n")
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): character(byte)
    default: return
    }
  }

  private mutating func apply(_ word: String, _ number: Int?) {
    // What a reader may leave out, and this one does not know.
    if isIgnorable { group.isSilent = true }
    isIgnorable = false
    if let characters = RTFText.characters[word] { return add(characters) }
    switch word {
    case "u":
      guard skipCount == 0, let number else { return }
      unit(UInt16(truncatingIfNeeded: number))
      skipCount = isSilent ? 0 : group.fallbackCount
    case "uc": group.fallbackCount = min(max(number ?? 1, 0), 32)
    case "bin": place = min(bytes.count, place + max(0, number ?? 0))
    case "ansicpg": if let number { codePage = number }
    case "mac": codePage = 10000
    case "pc": codePage = 437
    case "pca": codePage = 850
    case "f": selectFont(number ?? 0)
    case "fcharset": if group.isFontTable { fontCodePages[font] = RTFText.codePages[number ?? 0] }
    case "plain": switchCodePage(nil)
    case "upr":
      guard !isSilent else { return }
      (group.isSilent, group.isTwofold) = (true, true)
    case "listtext", "pntext": group.isListMark = true
    case "ud": if group.isTwofold { group.isSilent = false }
    default:
      guard RTFText.silent.contains(word) else { return }
      group.isSilent = true
      group.isFontTable = word == "fonttbl"
    }
  }

  private mutating func selectFont(_ number: Int) {
    font = number
    if !group.isFontTable { switchCodePage(fontCodePages[number]) }
  }

  /// Of what follows.
  private mutating func switchCodePage(_ page: Int?) {
    guard page != group.codePage else { return }
    flush()
    group.codePage = page
  }
}
