// A bundle as pieces of text, so that a large one need not be joined to be written.

import DaybookLog
import DaybookModel

struct FHIRBundleWriter {
  private var pieces: [[UInt8]] = [
    Array("{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[".utf8)
  ]
  private(set) var count = 0

  /// A resource that is still what it was when it came goes out in its own words.
  mutating func add(_ resource: JSONObject, kept: StoredResource?) {
    if let kept, kept.json == resource { return add(text: kept.bytes, fullURL: kept.url) }
    add(text: JSONValue.object(resource).canonicalBytes, fullURL: kept?.url ?? "")
  }

  mutating func add(text: [UInt8], fullURL: String) {
    var piece = Array((count == 0 ? "\n{" : ",\n{").utf8)
    if !fullURL.isEmpty { piece += Array("\"fullUrl\":\(JSONValue.string(fullURL)),".utf8) }
    piece += Array("\"resource\":".utf8)
    piece += text
    piece.append(UInt8(ascii: "}"))
    pieces.append(piece)
    count += 1
  }

  func finish() -> [[UInt8]] { pieces + [Array("\n]}\n".utf8)] }
}
