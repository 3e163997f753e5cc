import DaybookAge
import DaybookLog
import DaybookModel
import DaybookTestSupport

/// A mark in a text that stands nowhere else: `zq` and 16 hexadecimal digits. Found in files without the search that is
/// under test.
enum TextMark {
  private static let start = Array("zq".utf8)
  private static let sizeBytes = 18

  static func drawn(_ random: inout SeededRandom) -> String {
    var text = start
    text.append(hexadecimal: random.next(), width: 16)
    return String(decoding: text, as: UTF8.self)
  }

  static func marks(in bytes: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= sizeBytes else { return }
      for place in 0...bytes.count - sizeBytes where bytes[place] == start[0] && bytes[place + 1] == start[1]
      {
        let mark = bytes[place..<place + sizeBytes]
        guard mark.dropFirst(2).allSatisfy({ $0.isHexadecimalDigit }) else { continue }
        found.insert(String(decoding: mark, as: UTF8.self))
      }
    }
    return found
  }

  /// In files, by their paths: as they are, within zstd frames wherever one begins, and within age files that a cipher opens.
  static func marks(inFiles files: [String: [UInt8]], _ cipher: (any FolderCipher)?) -> [String: Set<String>]
  {
    files.compactMapValues { file in
      let isLocked = file.starts(with: Array("age-encryption.org/".utf8))
      let bytes = isLocked ? cipher?.open(segment: file, of: nil) ?? file : file
      var found = marks(in: bytes)
      var place = ZstdFrame.next(in: bytes, from: 0)
      while let start = place {
        let unpacked = try? ZstdDecompressor().decompress(bytes.span, at: start)
        found.formUnion(marks(in: unpacked?.0 ?? []))
        place = ZstdFrame.next(in: bytes, from: start + max(1, unpacked?.1 ?? 1))
      }
      return found.isEmpty ? nil : found
    }
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
