/// What the name of a maildir's file says: `1700000000.1.host:2,FS` is flagged and seen (cr.yp.to/proto/maildir.html).
enum MaildirName {
  /// By their names in IMAP (RFC 9051); none for other names. Some systems write `;` or `!` for the colon.
  static func flags(_ path: String) -> [String] {
    guard let name = path.split(separator: "/").last, let mark = name.range(ofLast: "2,"),
      mark.lowerBound > name.startIndex, ":;!".contains(name[name.index(before: mark.lowerBound)])
    else { return [] }
    return name[mark.upperBound...].compactMap { letters[$0] }
  }

  private static let letters: [Character: String] = [
    "D": "\\Draft", "F": "\\Flagged", "P": "$Forwarded", "R": "\\Answered", "S": "\\Seen", "T": "\\Deleted",
  ]
}

extension Substring {
  fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
