/// What separates the columns of a file: a comma by RFC 4180, a semicolon from spreadsheets in locales with a decimal
/// comma, a tab, a bar.
enum CSVDialect {
  static let separators = Array(",;\t|".utf8)

  /// The separator, from the first bytes: by `sep=;`, as spreadsheets write it, or the one that splits most rows into
  /// as many cells as the first.
  static func separator(of sample: [UInt8]) -> UInt8 {
    if let declared = declared(sample) { return declared }
    var best: (separator: UInt8, score: (Int, Int)) = (separators[0], (0, 0))
    for separator in separators {
      let score = score(separator, sample)
      if score > best.score { best = (separator, score) }
    }
    return best.separator
  }

  /// Whether the first row is `sep=;`, which is about the file and no header.
  static func isDeclaration(_ row: CSVRow) -> Bool {
    guard let first = row.cells.first?.text.lowercased(), first.hasPrefix("sep=") else { return false }
    return first.utf8.count <= 5 && row.cells.dropFirst().allSatisfy { $0.text.isEmpty }
  }

  private static let rowsMax = 30

  private static func declared(_ sample: [UInt8]) -> UInt8? {
    var reader = CSVReader(sample, separator: 0x0a)
    guard case .row(let row)? = try? reader.next(), let text = row.cells.first?.text.lowercased(),
      text.hasPrefix("sep="), let separator = text.utf8.dropFirst(4).first, text.utf8.count == 5
    else { return nil }
    return separator
  }

  private static func score(_ separator: UInt8, _ sample: [UInt8]) -> (Int, Int) {
    var reader = CSVReader(sample, separator: separator)
    var width = 0
    var equal = 0
    for _ in 0..<rowsMax {
      guard let step = try? reader.next() else { break }
      guard case .row(let row) = step else { continue }
      if width == 0 { width = row.cells.count }
      if row.cells.count == width, width > 1 { equal += 1 }
    }
    return (equal, width)
  }
}
