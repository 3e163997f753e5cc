// What the tests of foreign formats share: small inputs, real files, random damage.

import DaybookTestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension String {
  var bytes: [UInt8] { Array(utf8) }
}

/// Content lines with line feeds for their ends. A fold may stand before a mark that belongs to the space behind it, so
/// this is about bytes and not about characters.
func unfolded(_ bytes: [UInt8]) -> String {
  var text: [UInt8] = []
  for byte in bytes where byte != 0x0d {
    if byte == 0x20, text.last == 0x0a { text.removeLast() } else { text.append(byte) }
  }
  return String(decoding: text, as: UTF8.self)
}

/// Bytes changed, cut, doubled and swapped at random places.
func damaged(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
  var bytes = bytes
  let marks: [[UInt8]] = ["\r\n", ":", ";", "=", "\"", "\\", "\0", "BEGIN:VCARD\n", "END:VEVENT\n", "^", ","]
    .map(\.bytes)
  for _ in 0..<Int.random(in: 1...6, using: &random) {
    guard !bytes.isEmpty else { break }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
    case 2: bytes.insert(contentsOf: marks.randomElement(using: &random)!, at: place)
    case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
    default: bytes.removeLast(bytes.count - place)
    }
  }
  return bytes
}
