// What the tests of mail share: small messages, real ones, random damage.

import DaybookTestSupport

@testable import DaybookMail
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension String {
  var bytes: [UInt8] { Array(utf8) }
}

extension [UInt8] {
  var text: String { String(decoding: self, as: UTF8.self) }
}

/// The messages of an mbox; what was skipped is recorded by its reason.
func messages(
  _ bytes: [UInt8], dialect: MboxDialect? = nil, limitBytes: Int = MboxReader.messageBytesMax,
  chunkBytes: Int = .max
) throws -> (messages: [MboxMessage], skipped: [String]) {
  var rest = bytes[...]
  var reader = MboxReader(dialect: dialect, limitBytes: limitBytes) {
    defer { rest = rest.dropFirst(chunkBytes) }
    return Array(rest.prefix(chunkBytes))
  }
  var found: (messages: [MboxMessage], skipped: [String]) = ([], [])
  while let entry = try reader.next() {
    switch entry {
    case .message(let message): found.messages.append(message)
    case .skipped(_, let reason): found.skipped.append(reason)
    }
  }
  return found
}

/// A message with these lines above the blank one, and what is needed to be one.
func read(_ header: String, _ body: String = "Hello\n", fromLine: String? = nil) -> MailMessage? {
  MessageReader().read("\(header)\n\n\(body)".bytes, fromLine: fromLine?.bytes)?.message
}

/// Mail of other programs, by `$DAYBOOK_REALDATA`.
enum RealMail {
  /// Every file below a folder, by name.
  static func files(_ folder: String) throws -> [String] {
    try RealData.paths(folder, extensions: ["eml", "raw", "msg", "mbox"])
  }

  static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
}

/// Bytes changed, cut, doubled and put in at random places.
func damaged(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
  var bytes = bytes
  let marks: [[UInt8]] = [
    "\r\n", "\n\n", ":", ";", "=", "\"", "\0", "--", "=?utf-8?B?", "?=", "<", ">",
    "\nFrom a Thu Jan 1 00:00:00 1970\n",
    "Content-Type: multipart/mixed; boundary=\"\"\n", "Content-Length: 99999999999999999999\n",
    "begin 644 a\n",
  ].map(\.bytes)
  for _ in 0..<Int.random(in: 1...6, using: &random) {
    guard !bytes.isEmpty else { break }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
    case 2: bytes.insert(contentsOf: marks.randomElement(using: &random) ?? [], at: place)
    case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
    default: bytes.removeLast(bytes.count - place)
    }
  }
  return bytes
}
