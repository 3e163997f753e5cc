// format=flowed (RFC 3676): a line that ends with a space goes on in the next, if that is quoted as deeply.

enum FlowedText {
  /// The text of a plain part, with its flowed lines joined.
  static func lines(_ text: String, _ type: MediaType) -> String {
    guard type.parameter("format")?.lowercased() == "flowed" else { return text }
    return lines(text, deletesSpace: type.parameter("delsp")?.lowercased() == "yes")
  }

  static func lines(_ text: String, deletesSpace: Bool) -> String {
    var output = ""
    var open: (depth: Int, text: String)?
    func close() {
      guard let line = open else { return }
      output += (line.depth > 0 ? String(repeating: ">", count: line.depth) + " " : "") + line.text + "\n"
      open = nil
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let depth = line.prefix { $0 == ">" }.count
      var content = line.dropFirst(depth)
      // A space that was inserted before text that looks like a quote.
      if content.first == " " { content = content.dropFirst() }
      let isSignature = content == "-- "
      if let line = open, line.depth != depth || isSignature { close() }
      let isFlowed = content.last == " " && !isSignature
      if isFlowed, deletesSpace { content = content.dropLast() }
      if open == nil { open = (depth, "") }
      open?.text += content
      if !isFlowed { close() }
    }
    close()
    return output
  }
}

/// The text of text/enriched (RFC 1896) and the text/richtext before it: `<bold>`, `<param>…</param>`, `<<`.
enum EnrichedText {
  static func extract(_ text: String) -> String {
    var output = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      output += rest[..<open]
      rest = rest[rest.index(after: open)...]
      if rest.first == "<" {
        output += "<"
        rest = rest.dropFirst()
        continue
      }
      guard let close = rest.firstIndex(of: ">") else {
        output += "<" + rest
        return output
      }
      let tag = rest[..<close].lowercased()
      rest = rest[rest.index(after: close)...]
      switch tag {
      case "nl", "paragraph", "/paragraph": output += "\n"
      case "lt": output += "<"
      case "param":
        guard let end = rest.firstRange(of: "</param>") else { return output }
        rest = rest[end.upperBound...]
      default: break
      }
    }
    return output + rest
  }
}

/// Files that old programs put among the text in uuencode: `begin 644 report.pdf`, lines of equal length, `end`.
enum EncodedFiles {
  struct File: Equatable {
    var name: String
    var content: [UInt8]
  }

  /// The text without them, and the files.
  static func extract(_ text: String) -> (text: String, files: [File]) {
    guard text.contains("begin ") else { return (text, []) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    var files: [File] = []
    var index = 0
    while index < lines.count {
      if let name = name(lines[index]), let end = end(of: lines, from: index + 1) {
        files.append(File(name: name, content: lines[(index + 1)..<end].flatMap { decoded($0) }))
        index = end + 1
      } else {
        kept.append(lines[index])
        index += 1
      }
    }
    return files.isEmpty ? (text, []) : (kept.joined(separator: "\n"), files)
  }

  /// The bytes of a line, whose first character is their number.
  private static func decoded(_ line: Substring) -> [UInt8] {
    var digits = line.utf8.dropFirst().filter { $0 != 0x0d }.map { ($0 &- 0x20) & 0x3f }
    guard let length = line.utf8.first.map({ Int(($0 &- 0x20) & 0x3f) }) else { return [] }
    // Spaces at a line's end got lost.
    while digits.count < (length + 2) / 3 * 4 { digits.append(0) }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count - 3, by: 4) where bytes.count < length {
      bytes.append(digits[place] << 2 | digits[place + 1] >> 4)
      bytes.append(digits[place + 1] << 4 | digits[place + 2] >> 2)
      bytes.append(digits[place + 2] << 6 | digits[place + 3])
    }
    return Array(bytes.prefix(length))
  }

  /// Of `begin 644 name`.
  private static func name(_ line: Substring) -> String? {
    guard line.hasPrefix("begin ") else { return nil }
    let words = line.dropFirst(6).split(separator: " ", maxSplits: 1)
    guard words.count == 2, (3...4).contains(words[0].utf8.count),
      words[0].utf8.allSatisfy({ (0x30...0x37).contains($0) })
    else { return nil }
    return SeenText.line(String(words[1]), countMax: 200)
  }

  /// The line `end` after lines that all have the correct length; nil if it is only text that looks so.
  private static func end(of lines: [Substring], from first: Int) -> Int? {
    var index = first
    while index < lines.count {
      let line = lines[index].utf8.last == 0x0d ? lines[index].dropLast() : lines[index]
      if line == "end" { return index > first ? index : nil }
      if !line.isEmpty {
        guard let length = line.utf8.first, (0x20...0x60).contains(length) else { return nil }
        let groups = (Int((length &- 0x20) & 0x3f) + 2) / 3
        // Spaces at a line's end get lost.
        guard line.utf8.count <= groups * 4 + 3, groups == 0 || line.utf8.count > groups else { return nil }
      }
      index += 1
    }
    return nil
  }
}
