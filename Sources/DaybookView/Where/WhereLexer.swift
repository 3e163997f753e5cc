import DaybookModel

/// Cuts an expression into tokens.
struct WhereLexer {
  private let characters: [Character]
  private let quoting: WhereQuoting
  private var index = 0

  private init(_ text: String, _ quoting: WhereQuoting) {
    (characters, self.quoting) = (Array(text), quoting)
  }

  static func tokens(
    _ text: String, _ quoting: WhereQuoting = WhereQuoting(hides: false)
  ) throws(WhereError) -> [WhereToken] {
    var lexer = WhereLexer(text, quoting)
    var tokens: [WhereToken] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if token.content == .end { return tokens }
    }
  }

  private var peek: Character? { index < characters.count ? characters[index] : nil }

  private mutating func next() throws(WhereError) -> WhereToken {
    skipSpace()
    let position = index + 1
    guard let character = peek else { return WhereToken(content: .end, position: position) }
    let content: WhereToken.Content
    switch character {
    case "(": content = single(.open)
    case ")": content = single(.close)
    case ",": content = single(.comma)
    case "'", "\"": content = .text(try quoted())
    case "`": content = .quotedName(try quoted())
    case "=", "!", "<", ">": content = try comparison(position)
    case "-", "+": content = try number(position)
    case _ where isDigit(character): content = try numberOrDate(position)
    case _ where character.isLetter || character == "_" || character == "$": content = try word(position)
    default: throw WhereError("'\(character)' has no meaning here", at: position)
    }
    return WhereToken(content: content, position: position)
  }

  private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  private mutating func skipSpace() { while peek?.isWhitespace == true { index += 1 } }

  private mutating func single(_ content: WhereToken.Content) -> WhereToken.Content {
    index += 1
    return content
  }

  /// In single, double or back quotes; the quote itself doubled, or after a backslash.
  private mutating func quoted() throws(WhereError) -> String {
    let (start, quote) = (index, characters[index])
    index += 1
    var text = ""
    while let character = peek {
      index += 1
      if character == quote {
        guard peek == quote else { return text }
        index += 1
        text.append(quote)
      } else if character == "\\", let next = peek, next == quote || next == "\\" {
        index += 1
        text.append(next)
      } else {
        text.append(character)
      }
    }
    throw WhereError("this \(quote) is never closed", at: start + 1)
  }

  private mutating func comparison(_ position: Int) throws(WhereError) -> WhereToken.Content {
    let rest = String(characters[index...].prefix(2))
    for (text, comparison) in [
      ("==", Condition.Comparison.equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual),
      (">=", .greaterOrEqual), ("=", .equal), ("<", .less), (">", .greater),
    ] where rest.hasPrefix(text) {
      index += text.count
      return .comparison(comparison)
    }
    throw WhereError("'!' must be followed by '='; for a negation write 'not'", at: position)
  }

  private mutating func run(while isPart: (Character) -> Bool) -> String {
    let start = index
    while let character = peek, isPart(character) { index += 1 }
    return String(characters[start..<index])
  }

  private mutating func number(_ position: Int) throws(WhereError) -> WhereToken.Content {
    let sign = characters[index] == "-" ? "-" : ""
    index += 1
    var text = run { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "e" || $0 == "E") }
    if text.last?.lowercased() == "e", let next = peek, next == "-" || next == "+" {
      index += 1
      text += String(next) + run { ("0"..."9").contains($0) }
    }
    return try numberValue(sign + text, position)
  }

  private mutating func numberOrDate(_ position: Int) throws(WhereError) -> WhereToken.Content {
    let start = index
    let text = run { $0.isASCII && ($0.isLetter || $0.isNumber || "-:.+".contains($0)) }
    if let reading = DateText.read(text) { return .date(reading) }
    if text.contains(where: { $0 == "-" || $0 == ":" }), !text.lowercased().contains("e") {
      throw WhereError(
        "'\(quoting(text))' is not a date", at: position,
        advice: "write dates as 2026-11-21 or 2026-11-21T06:13:00Z, texts in quotes")
    }
    index = start
    return try plainNumber(position)
  }

  private mutating func plainNumber(_ position: Int) throws(WhereError) -> WhereToken.Content {
    var text = run { $0.isASCII && ($0.isNumber || $0.isLetter || $0 == ".") }
    if text.last?.lowercased() == "e", let next = peek, next == "-" || next == "+" {
      index += 1
      text += String(next) + run { ("0"..."9").contains($0) }
    }
    return try numberValue(text, position)
  }

  private func numberValue(_ text: String, _ position: Int) throws(WhereError) -> WhereToken.Content {
    if let value = Int64(text) { return .number(.int(value)) }
    // With every digit, if it has the form of a JSON number.
    if let value = try? JSONParser.parse(text), DecimalNumber(value) != nil { return .number(value) }
    // Only decimal: Swift would read 0x10 as 16.
    if let value = Double(text), value.isFinite, text.allSatisfy({ "0123456789.eE+-".contains($0) }),
      text.first?.isLetter != true
    {
      return .number(.double(value))
    }
    throw WhereError(
      "'\(quoting(text))' is not a number", at: position, advice: "write texts in quotes: '\(quoting(text))'")
  }

  private mutating func word(_ position: Int) throws(WhereError) -> WhereToken.Content {
    let text = run { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" || $0 == "." }
    let isDay = text == "today"
    guard isDay || text == "now" else { return .word(text) }
    var shifts: [WhereToken.Shift] = []
    while let shift = try shift() { shifts.append(shift) }
    return .relative(isDay: isDay, shifts)
  }

  /// `-7d`, `+ 2w`: after `now` or `today`.
  private mutating func shift() throws(WhereError) -> WhereToken.Shift? {
    let start = index
    skipSpace()
    guard let sign = peek, sign == "-" || sign == "+" else {
      index = start
      return nil
    }
    let position = index + 1
    index += 1
    skipSpace()
    let digits = run { ("0"..."9").contains($0) }
    guard let amount = Int64(digits), amount <= 4_000_000,
      let unit = peek.flatMap({ WhereToken.Shift.Unit(rawValue: $0) })
    else {
      throw WhereError(
        "'\(sign)' must be followed by a number and d, h, m or w", at: position,
        advice: "for example now-7d")
    }
    index += 1
    return WhereToken.Shift(amount: sign == "-" ? -amount : amount, unit: unit)
  }
}
