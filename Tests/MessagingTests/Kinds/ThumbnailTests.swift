import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import Messaging

/// The small picture that a picture brings along.
@Suite struct ThumbnailTests {
  private static let small: [UInt8] = [0xff, 0xd8, 0xff, 1, 2, 3, 4, 0xff, 0xd9]

  /// A JPEG as a camera writes it: a segment of its own, then the directory of the picture, then that of the thumbnail.
  private static func picture(isLittleEndian: Bool) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4)
    }
    // Header 8, directory 2 + 12 + 4, directory 2 + 24 + 4.
    var tiff: [UInt8] = isLittleEndian ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a]
    tiff += number(8, 4)
    tiff += number(1, 2) + entry(0x0112, 1) + number(26, 4)
    tiff += number(2, 2) + entry(0x0201, 56) + entry(0x0202, small.count) + number(0, 4)
    tiff += small
    var exif: [UInt8] = Array("Exif".utf8)
    exif += [0, 0]
    exif += tiff
    let length = exif.count + 2
    var picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, 0xe1]
    picture += [UInt8(length >> 8), UInt8(length & 0xff)]
    picture += exif
    picture += [0xff, 0xda, 1, 2, 3]
    picture += [UInt8](repeating: 7, count: 20_000)
    return picture
  }

  private static func url(_ bytes: [UInt8], _ mimeType: String = "image/jpeg") -> String? {
    Thumbnail.url(ofFile: bytes, sizeBytes: bytes.count, mimeType: mimeType)
  }

  @Test(arguments: [true, false]) func aCamerasPictureBringsItAlong(isLittleEndian: Bool) throws {
    let url = try #require(Self.url(Self.picture(isLittleEndian: isLittleEndian)))
    #expect(url.hasPrefix("data:image/jpeg;base64,"))
    #expect(Thumbnail.bytes(ofURL: url) == Self.small)
  }

  @Test func aSmallPictureIsItsOwn() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 1, 2, 3]
    let url = try #require(Self.url(png, "image/png"))
    #expect(url.hasPrefix("data:image/png;base64,"))
    #expect(Thumbnail.bytes(ofURL: url) == png)
    #expect(Self.url([UInt8](repeating: 1, count: Thumbnail.sizeBytesMax + 1), "image/png") == nil)
    #expect(Self.url(png, "text/plain") == nil)
    #expect(Thumbnail.bytes(ofURL: "https://example.org/a.jpg") == nil)
    #expect(Thumbnail.bytes(ofURL: "data:image/png;base64,%%%") == nil)
  }

  /// Bytes from elsewhere end nothing.
  @Test(.seeded) func damagedPictures() {
    let whole = Self.picture(isLittleEndian: true)
    let exifCount = 12 + 6 + 65
    for count in 0...exifCount { _ = Self.url(Array(whole[..<count])) }
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<5000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: 0..<exifCount, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if let url = Self.url(bytes) { #expect(Thumbnail.bytes(ofURL: url) != nil) }
    }
  }
}
