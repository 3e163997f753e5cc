import DaybookText

/// Files that messages name: `IMG-20190120-WA0001.jpg (file attached)` on Android, `<attached: 0012-PHOTO.jpg>` on iOS,
/// in every language, since only the form counts.
enum WhatsAppMedia {
  /// The name of the file that a line names; nil where it names none.
  static func mentioned(in line: String) -> String? {
    let line = line.withoutMarks.trimmed
    if line.hasSuffix(">"), let open = line.lastIndex(of: "<") { return bracketed(line[open...]) }
    guard line.hasSuffix(")") else { return nil }
    // In a whole line the sender comes before it.
    if let name = parenthesized(line[...]) { return name }
    return line.firstRange(of: ": ").flatMap { parenthesized(line[$0.upperBound...]) }
  }

  /// The text without the files, and the files.
  static func taken(from text: String) -> (text: String, files: [String]) {
    // Most messages name none.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: ")") }) else {
      return (text.withoutLeadingMarks.trimmedEnd, [])
    }
    var words: [String] = []
    var files: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let plain = String(line).withoutMarks
      if let open = plain.lastIndex(of: "<"), plain.trimmed.hasSuffix(">"),
        let name = bracketed(plain.trimmed[...].suffixFrom(lastOf: "<"))
      {
        files.append(name)
        let rest = String(plain[..<open]).trimmed
        if !rest.isEmpty { words.append(rest) }
      } else if index == 0, let name = parenthesized(plain.trimmed[...]) {
        files.append(name)
      } else {
        words.append(String(line))
      }
    }
    return (words.joined(separator: "\n").withoutLeadingMarks.trimmedEnd, files)
  }

  /// `<attached: NAME.EXT>`
  private static func bracketed(_ text: Substring) -> String? {
    guard let colon = text.firstIndex(of: ":"), text.last == ">" else { return nil }
    let label = text[text.startIndex..<colon].dropFirst()
    guard !label.isEmpty, label.count <= 24, !label.contains("/") else { return nil }
    return fileName(text[text.index(after: colon)...].dropLast())
  }

  /// `NAME.EXT (file attached)`, if the phone named the file, or if the words are known ones.
  private static func parenthesized(_ text: Substring) -> String? {
    guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else { return nil }
    let before = text.index(before: open)
    guard text[before] == " ", let name = fileName(text[..<before]) else { return nil }
    let label = text[text.index(after: open)...].dropLast().lowercased()
    return isPhoneName(name) || attachedWords.contains(label) ? name : nil
  }

  private static let attachedWords: Set<String> = [
    "file attached", "datei angehängt", "archivo adjunto", "fichier joint", "file allegato",
    "arquivo anexado",
    "ficheiro anexado", "bestand bijgevoegd", "файл добавлен", "dosya ekli", "załączono plik", "fil bifogad",
    "fil vedhæftet", "vedlagt fil", "tiedosto liitetty", "soubor byl přiložen", "файл додано",
    "fișier atașat",
    "τo αρχείο επισυνάφθηκε", "फ़ाइल संलग्न", "файл прикреплён", "添付ファイル", "文件附件", "檔案附件", "파일 첨부됨",
    "ملف مرفق", "הקובץ מצורף", "file terlampir",
  ]

  /// `IMG-20190120-WA0001.jpg`
  private static func isPhoneName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].utf8.count == 3 && parts[1].utf8.count == 8
      && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) } && parts[2].hasPrefix("WA")
  }

  private static func fileName(_ text: Substring) -> String? {
    let name = String(text).trimmed
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name.utf8.count <= 255,
      !name.contains(where: { "/\\<>:".contains($0) || $0.isNewline })
    else { return nil }
    let ending = name[name.index(after: dot)...]
    return (1...8).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber } ? name : nil
  }
}

extension Substring {
  fileprivate func suffixFrom(lastOf character: Character) -> Substring {
    lastIndex(of: character).map { self[$0...] } ?? self[endIndex...]
  }
}

extension String {
  fileprivate var withoutLeadingMarks: String {
    guard unicodeScalars.first?.isDirectionMark == true else { return self }
    return String(unicodeScalars.drop { $0.isDirectionMark })
  }

  fileprivate var trimmedEnd: String {
    last?.isWhitespace == true ? String(self[...].trimmedAtEnd) : self
  }
}
