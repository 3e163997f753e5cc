import Daybook

extension Finding {
  var row: OutputRow {
    OutputRow([
      ("finding", .string(kind.rawValue)), ("failure", .bool(isFailure)), ("what", .string(what)),
      ("replica", replica.map { .string($0.description) } ?? .null),
      ("file", file.map { .string($0) } ?? .null), ("offset", offset.map { .count($0) } ?? .null),
      ("firstSeq", seqs.map { .count($0.lowerBound) } ?? .null),
      ("lastSeq", seqs.map { .count($0.upperBound) } ?? .null),
      ("advice", .string(advice)), ("means", .string(meaning)),
    ])
  }
}

extension [Finding] {
  /// For people: the class, where, what, and what to do.
  var sentences: [String] { map(\.description) }

  /// The same, and what each means to the reader.
  var explanations: [String] { map { "\($0). What it means: \($0.meaning)" } }
}

extension Messages {
  /// A finding as a notice.
  func show(_ finding: Finding) {
    var place = finding.file ?? ""
    if let offset = finding.offset { place += (place.isEmpty ? "byte " : ", byte ") + "\(offset)" }
    let text = [finding.kind.rawValue + ": " + finding.what, place, finding.advice].filter { !$0.isEmpty }
    show(Notice(finding.kind.rawValue, text.joined(separator: "; ")))
  }
}
