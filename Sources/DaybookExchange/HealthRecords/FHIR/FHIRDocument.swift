// One JSON text as the resources in it: a single resource, a bundle of any type, bundles within bundles, or an array
// of resources. Resources are found by their places first and made one by one, so that a large bundle is in memory once.

import DaybookModel

/// The resources of one JSON text, in their order.
struct FHIRDocument: Sendable {
  /// A resource's place, and the names by which others refer to it.
  struct Place: Sendable {
    var range: Range<Int>
    var type: String
    /// Empty where it has none.
    var id: String
    /// Empty outside bundles, and where the bundle does not say.
    var fullURL: String
  }

  let bytes: [UInt8]
  private(set) var places: [Place] = []
  /// Values that should be resources and are not.
  private(set) var oddities: [Range<Int>] = []

  /// Larger texts are refused; NDJSON has no limit, as each of its lines is a text.
  static let sizeBytesMax = 256 << 20

  /// - Throws: ``JSONError`` where the bytes are not one strict JSON value.
  init(_ bytes: [UInt8]) throws(JSONError) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.bytes = text
    let span = text.span
    var cursor = JSONCursor()
    cursor.skipSpace(span)
    let value = try cursor.skipValue(span)
    try cursor.expectEnd(span)
    find(in: value.start..<value.end, fullURL: "")
  }

  /// The values of an object's members, by their ranges.
  private func members(of range: Range<Int>, _ body: (JSONString, Range<Int>, Span<UInt8>) -> Void) {
    let part = bytes.span.extracting(range)
    JSONParser.members(accepted: part) { key, value in
      body(key, range.lowerBound + value.start..<range.lowerBound + value.end, part)
    }
  }

  private func elements(of range: Range<Int>, _ body: (Range<Int>) -> Void) {
    let span = bytes.span
    guard range.lowerBound < span.count, span[range.lowerBound] == UInt8(ascii: "[") else { return }
    var cursor = JSONCursor(at: range.lowerBound + 1)
    while true {
      cursor.skipSpace(span)
      guard cursor.position < range.upperBound - 1, let value = try? cursor.skipValue(span) else { return }
      body(value.start..<value.end)
      cursor.skipSpace(span)
      guard (try? cursor.expect(UInt8(ascii: ","), span)) != nil else { return }
    }
  }

  private func string(_ range: Range<Int>) -> String {
    JSONParser.parse(accepted: bytes.span.extracting(range)).string ?? ""
  }

  private mutating func find(in range: Range<Int>, fullURL: String) {
    guard range.lowerBound < bytes.count else { return }
    switch bytes[range.lowerBound] {
    case UInt8(ascii: "["):
      var parts: [Range<Int>] = []
      elements(of: range) { parts.append($0) }
      for part in parts { find(in: part, fullURL: "") }
    case UInt8(ascii: "{"):
      var place = Place(range: range, type: "", id: "", fullURL: fullURL)
      var entries: Range<Int>?
      members(of: range) { key, value, part in
        if key.equals("resourceType", part) { place.type = string(value) }
        if key.equals("id", part) {
          place.id = FHIRResource.id(JSONParser.parse(accepted: bytes.span.extracting(value)))
        }
        if key.equals("entry", part) { entries = value }
      }
      if place.type == "Bundle" {
        var found: [Range<Int>] = []
        if let entries { elements(of: entries) { found.append($0) } }
        for entry in found { findEntry(entry) }
      } else if place.type.isEmpty {
        oddities.append(range)
      } else {
        places.append(place)
      }
    default: oddities.append(range)
    }
  }

  private mutating func findEntry(_ range: Range<Int>) {
    var resource: Range<Int>?
    var fullURL = ""
    members(of: range) { key, value, part in
      if key.equals("resource", part) { resource = value }
      if key.equals("fullUrl", part) { fullURL = string(value) }
    }
    // An entry without a resource is a deletion or a request.
    if let resource { find(in: resource, fullURL: fullURL) }
  }

  /// The resource at a place.
  func resource(_ place: Place) -> FHIRResource {
    let part = bytes.span.extracting(place.range)
    return FHIRResource(
      type: place.type, id: place.id, fullURL: place.fullURL,
      json: JSONParser.parse(accepted: part, keepsDigits: true).object ?? [:], text: Self.compact(part))
  }

  /// Without the white space between its tokens; what stands in strings and numbers stays as it is.
  static func compact(_ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isInString = false
    var isEscaped = false
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      }
      result.append(byte)
    }
    return result
  }
}
