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
  var sentences: [String] { grouped.map(\.description) }

  /// The same, and what each means to the reader.
  var explanations: [String] { grouped.map { "\($0). What it means: \($0.meaning)" } }

  /// The same, but with one finding for all encrypted files of a replica that no key opens: they have one cause.
  var grouped: [Finding] {
    var groups: [(finding: Finding, folder: String?, count: Int)] = []
    for finding in self {
      let folder = finding.lockedFolder
      if folder != nil, let place = groups.firstIndex(where: { $0.folder == folder }) {
        groups[place].count += 1
      } else {
        groups.append((finding, folder, 1))
      }
    }
    return groups.map { finding, folder, count in
      guard count > 1 else { return finding }
      var finding = finding
      finding.file = folder
      finding.what = "\(count) files are encrypted, and no key on this device opens them"
      return finding
    }
  }
}

extension Finding {
  /// The folder of a file that no key opens: the replica's, or that of the blobs.
  fileprivate var lockedFolder: String? {
    guard kind == .locked, let parts = file?.split(separator: "/"), parts.count > 2 else { return nil }
    return parts.dropLast(replica == nil ? 2 : 1).joined(separator: "/")
  }
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
