// One unfolded line, made fit for libical: valid UTF-8 without control characters, no empty parameters.

import DaybookText

struct ContentLine {
  /// Upper case.
  var name: String
  /// `;TZID=Europe/Berlin`, as written.
  var parameters: String
  /// As written.
  var value: String
  var number: Int

  /// nil for what has no colon or no name.
  init?(_ bytes: [UInt8], number: Int) {
    // Removes every character that C code would read as the end of the text, or of a line.
    let text = Charset.decode(bytes.filter { $0 >= 0x20 || $0 == 0x09 })
    var isQuoted = false
    var nameEnd: String.Index?
    var colon: String.Index?
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ";") where nameEnd == nil: nameEnd = index
      case UInt8(ascii: ":") where !isQuoted && !ContentLine.endsInOffset(text.utf8[..<index]): colon = index
      default: break
      }
      if colon != nil { break }
    }
    // If a quote is never closed, the first colon counts.
    guard let colon = colon ?? text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let end = min(nameEnd ?? colon, colon)
    name = String(text[..<end]).trimmedASCII.uppercased()
    if name.unicodeScalars.first == "\u{feff}" { name.unicodeScalars.removeFirst() }
    guard !name.isEmpty, name.utf8.allSatisfy(ContentLine.isOfName) else { return nil }
    let said = String(text[end..<colon])
    // Most lines have none.
    parameters = said.isEmpty ? said : ContentLine.quotingZone(ContentLine.withoutEmpty(said))
    value = String(text[text.utf8.index(after: colon)...])
    self.number = number
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf)
  }

  /// `;;VALUE=DATE` does not make an event unreadable.
  private static func withoutEmpty(_ parameters: String) -> String {
    parameters.contains(";;") || parameters.hasSuffix(";")
      ? parameters.split(separator: ";").map { ";" + $0 }.joined() : parameters
  }

  /// Whether the colon after it is that of `TZID=(UTC-05:00) Eastern Time`, which some write without quotes.
  private static func endsInOffset(_ text: Substring.UTF8View) -> Bool {
    let end = text.suffix(12).map { $0 & 0xdf }
    return offsetBeginnings.contains { end.starts(with: $0) }
      && text.suffix(2).allSatisfy { (0x30...0x39).contains($0) }
  }

  private static let offsetBeginnings = ["TZID=(UTC", "TZID=(GMT"].map { $0.utf8.map { $0 & 0xdf } }

  private static func quotingZone(_ parameters: String) -> String {
    guard parameters.utf8.contains(UInt8(ascii: "(")), let place = parameters.firstRange(of: "TZID=(")
    else { return parameters }
    let name = parameters[place.lowerBound...].dropFirst(5).prefix { $0 != ";" }
    let quoted = "\"" + name.filter { $0 != "\"" } + "\""
    return parameters[..<name.startIndex] + quoted + parameters[name.endIndex...]
  }

  /// As libical reads it.
  var line: String { name + parameters + ":" + value + "\r\n" }

  /// The value with its escapes undone.
  var text: String { ContentLines.unescaped(value) }

  /// A parameter's value, without its quotes.
  func parameter(_ name: String) -> String? {
    var isQuoted = false
    let parts = parameters.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, String(pair[0]).trimmedASCII.uppercased() == name else { continue }
      let value = String(pair[1].filter { $0 != "\"" }).trimmedASCII
      return value.isEmpty ? nil : value
    }
    return nil
  }

  /// Whether the line says when the event repeats; libical is not asked for that.
  var isRecurrence: Bool { ContentLine.recurrenceProperties.contains(name) }

  /// Whether the ledger reads the property; nothing else is given to libical.
  static func isRead(_ name: String, in component: String) -> Bool {
    component == "VTIMEZONE"
      ? zoneProperties.contains(name)
      : eventProperties.contains(name) || recurrenceProperties.contains(name)
  }

  private static let eventProperties: Set<String> = [
    "UID", "RECURRENCE-ID", "SUMMARY", "DESCRIPTION", "LOCATION", "DTSTART", "DTEND", "DURATION", "STATUS",
    "ORGANIZER", "ATTENDEE", "SEQUENCE", "LAST-MODIFIED", "CREATED", "DTSTAMP",
  ]
  private static let recurrenceProperties: Set<String> = ["RRULE", "RDATE", "EXRULE", "EXDATE"]
  private static let zoneProperties: Set<String> = [
    "TZID", "X-LIC-LOCATION", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE",
  ]
}

extension String {
  /// Without spaces and tabs at both ends.
  var trimmedASCII: String {
    let bytes = Array(utf8)
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }), let end = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}
