import Daybook

/// A small picture of an attachment. It is in the attachment's `thumbnailURL` itself, as a data URL (RFC 2397), so that
/// it is available before the picture is fetched, without another request.
public enum Thumbnail {
  /// Larger ones would make a message of many pictures more than a document holds.
  public static let sizeBytesMax = 16 << 10
  /// The number of a message's files that get one, from the first on.
  public static let countMax = 20

  /// How much of a file is read: a camera's data about a picture is at its beginning.
  public static let headSizeBytesMax = 256 << 10

  /// The data URL for a picture with this beginning; nil if it has no embedded thumbnail and is not small itself.
  ///
  /// - Parameters:
  ///   - head: the beginning of the file; ``headSizeBytesMax`` bytes are enough.
  ///   - sizeBytes: of the whole file.
  ///   - mimeType: the file's type; the result is nil for all but `image/…`.
  public static func url(ofFile head: [UInt8], sizeBytes: Int, mimeType: String) -> String? {
    guard mimeType.hasPrefix("image/") else { return nil }
    if let small = embedded(in: head), small.count <= sizeBytesMax { return url(small, "image/jpeg") }
    return sizeBytes <= sizeBytesMax && sizeBytes == head.count ? url(head, mimeType) : nil
  }

  /// The data URL of these bytes, in base64: 4/3 of their size. They are not checked, and may be of any size.
  public static func url(_ bytes: [UInt8], _ mimeType: String) -> String {
    "data:\(mimeType);base64,\(Base64.text(bytes))"
  }

  /// The bytes of a data URL in base64; nil for any other.
  public static func bytes(ofURL url: String) -> [UInt8]? {
    guard url.hasPrefix("data:"), let comma = url.firstIndex(of: ","), url[..<comma].hasSuffix(";base64")
    else {
      return nil
    }
    return Base64.bytes(String(url[url.index(after: comma)...]))
  }

  /// The same as a data field holds it.
  public static func base64(ofURL url: String) -> String? { bytes(ofURL: url).map { Base64.text($0) } }

  /// The thumbnail embedded in a camera's JPEG: Exif 2.32, 4.5.4 and 4.5.8 (the first directory of the thumbnail).
  static func embedded(in bytes: [UInt8]) -> [UInt8]? {
    guard let tiff = exif(in: bytes), let reader = TIFFReader(tiff),
      let first = reader.number(at: 4, count: 4),
      let next = reader.next(after: first), next > 0,
      let start = reader.value(of: 0x0201, in: next), let count = reader.value(of: 0x0202, in: next),
      count > 3, start <= tiff.count, count <= tiff.count - start
    else { return nil }
    let small = Array(tiff[tiff.startIndex + start..<tiff.startIndex + start + count])
    return small.starts(with: [0xff, 0xd8, 0xff]) ? small : nil
  }

  /// The segment that begins with `Exif`, behind that.
  private static func exif(in bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.starts(with: [0xff, 0xd8]) else { return nil }
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xff {
      let marker = bytes[place + 1]
      // The picture itself begins, or the file ends.
      if marker == 0xda || marker == 0xd9 { return nil }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let content = bytes[place + 4..<max(place + 4, end)]
      if marker == 0xe1, content.starts(with: Array("Exif".utf8) + [0, 0]) { return content.dropFirst(6) }
      place = end
    }
    return nil
  }
}

/// Numbers and directories of a TIFF, which states its byte order. Places are counted from its beginning; nil for
/// places outside of it.
private struct TIFFReader {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init?(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0x49, 0x49, 0x2a, 0]) {
      isLittleEndian = true
    } else if bytes.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
      isLittleEndian = false
    } else {
      return nil
    }
  }

  /// - Parameter count: of bytes, 2 or 4.
  func number(at place: Int, count: Int) -> Int? {
    guard place >= 0, count <= bytes.count, place <= bytes.count - count else { return nil }
    var number = 0
    for index in 0..<count {
      let byte = Int(bytes[bytes.startIndex + place + index])
      number |= byte << (8 * (isLittleEndian ? index : count - 1 - index))
    }
    return number
  }

  /// Where the directory behind this one is.
  func next(after directory: Int) -> Int? {
    guard let count = number(at: directory, count: 2) else { return nil }
    return number(at: directory + 2 + 12 * count, count: 4)
  }

  /// The only value of a tag, a short or a long.
  func value(of tag: Int, in directory: Int) -> Int? {
    guard let count = number(at: directory, count: 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let found = number(at: entry, count: 2) else { return nil }
      guard found == tag else { continue }
      guard number(at: entry + 4, count: 4) == 1 else { return nil }
      switch number(at: entry + 2, count: 2) {
      case 3: return number(at: entry + 8, count: 2)
      case 4: return number(at: entry + 8, count: 4)
      default: return nil
      }
    }
    return nil
  }
}
