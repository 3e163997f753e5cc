import DaybookText

extension RecoveryPaper {
  /// How a code is shown in a text.
  package enum Code: Sendable {
    /// In half blocks, for a terminal with UTF-8 and colours.
    case halfBlocks
    /// In spaces, for a terminal with colours alone.
    case spaces
    /// Not at all: for a file, or a terminal without colours.
    case none
  }

  /// The paper for a terminal: what it is, the key in groups, a QR code and instructions. Without the code it is ASCII,
  /// apart from the ledger's name.
  ///
  /// - Parameter width: columns of the terminal. Where the code does not fit, the text says so; the lines of the key
  ///   take 23.
  package func text(width: Int, code style: Code) -> String {
    func wrapped(_ text: String, indent: Int = 0) -> String {
      Self.wrapped(text, width: width, indent: indent)
    }
    var parts = [
      wrapped(title) + "\n" + wrapped("Ledger \(Self.line(ledger))") + "\n" + wrapped("Made on \(made)"),
      wrapped(Instructions.what), keyLines, wrapped(Instructions.copying),
    ]
    if let style = style.style {
      let code = QRCode(key.text, .low)
      let columns = code.columns(style)
      parts.insert(
        columns <= width
          ? (code.rows(style) + [wrapped(Instructions.code)]).joined(separator: "\n")
          : wrapped("The QR code needs \(columns) columns and is left out here."), at: 3)
    }
    parts += Instructions.parts.map { "\($0.title)\n\(wrapped($0.text, indent: 2))" }
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// What stands above everything.
  var title: String { name.map { "Recovery key of \(Self.line($0))" } ?? "Recovery key" }

  private var keyLines: String {
    let width = KeyLayout.lineCount + KeyLayout.lineCount / KeyLayout.groupCount - 1
    let lines = key.lines.map { line in
      let groups = line.groups.joined(separator: " ")
      return
        "\(line.number))  \(groups)\(String(repeating: " ", count: width - groups.count))  =\(line.check)"
    }
    return (["    \(KeyLayout.beginning)"] + lines).joined(separator: "\n")
  }

  /// A text in one line, in which nothing controls a terminal.
  private static func line(_ text: String) -> String {
    text.withoutUnseen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Lines of at most `width` characters, unless a word is longer.
  private static func wrapped(_ text: String, width: Int, indent: Int) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, indent + last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
  }
}

extension RecoveryPaper.Code {
  fileprivate var style: QRCode.Style? {
    switch self {
    case .halfBlocks: .halfBlocks
    case .spaces: .spaces
    case .none: nil
    }
  }
}
