import DaybookModel

/// The names of unfinished files, before they are renamed. Each has 16 random hex digits, so that no name is used
/// twice: two processes never write to one file, and a tool that copies an older folder over this one never
/// overwrites a file in progress.
package enum TemporaryName {
  /// For a file that will replace the one at `path`: `<path>.<16 hex>.new`.
  static func replacing(_ path: String) -> String { "\(path).\(random()).new" }

  /// Whether a name is that of a file that was to replace `target` in the same folder.
  package static func replaces(_ name: String, _ target: some StringProtocol) -> Bool {
    let random = name.dropFirst(target.utf8.count + 1).dropLast(4)
    return name.hasPrefix("\(target).") && name.hasSuffix(".new") && isRandom(random)
  }

  /// 16 hex digits.
  package static func random() -> String {
    var text: [UInt8] = []
    text.append(hexadecimal: UInt64.random(in: .min ... .max), width: 16)
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a name is that of a segment that was to replace another, as when files are encrypted or decrypted.
  package static func replacesSegment(_ name: String) -> Bool {
    let target = name.dropLast(".new".utf8.count + 1 + randomCount)
    return SegmentName(String(target)) != nil && replaces(name, target)
  }

  /// Whether this program gives such a name to an unfinished file in a ledger's folder: `writing.<random>.tmp`,
  /// `<random>.tmp` and `<start of hash>.<random>.tmp` of blobs, `<name>.<random>.new`, and of a replication
  /// `<name>.<random>.<tag>.part` and `replicating.<tag>.part`.
  package static func isOfLedger(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let kind = parts.last else { return false }
    let before = parts[parts.count - 2]
    switch kind {
    case "tmp": return isRandom(before)
    case "new": return parts.count > 2 && isRandom(before)
    case "part":
      guard isHexadecimal(before), before.utf8.count == 8, parts.count > 2 else { return false }
      let first = parts[parts.count - 3]
      return isRandom(first) || first == "replicating"
    default: return false
    }
  }

  private static let randomCount = 16

  private static func isRandom(_ text: Substring) -> Bool {
    text.utf8.count == randomCount && isHexadecimal(text)
  }

  private static func isHexadecimal(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
  }
}
