import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

/// Where a value was found.
public struct FoundValue: Sendable, Hashable {
  /// Its place among those that were looked for, from 1.
  public var number: Int
  /// `ledger`, `state` or `cache`, and the path in it.
  public var place: String
  /// The file's path, relative to that place.
  public var file: String
}

extension Ledger {
  /// See ``LedgerErasures/find(values:)``.
  func find(values: [String]) throws -> [FoundValue] {
    let search = ValueSearch(values)
    var found = try search.files(folder, "", as: "ledger")
    if let state = machine.existingState() {
      // What was moved aside may be encrypted.
      let state: any FileStore = folder.cipher.map { CipheredFolder(state, $0) } ?? state
      found += try search.files(state, StateLayout.folder(ledger: descriptor.ledger), as: "state")
    }
    if let cache = machine.cache() {
      for folder in ["snapshots", "search"] {
        for entry in (try? cache.list(folder)) ?? [] where entry.name.hasPrefix(descriptor.ledger) {
          found += try search.file(cache, "\(folder)/\(entry.name)", as: "cache")
        }
      }
    }
    return found
  }
}

/// Values in all the spellings that files have them in.
private struct ValueSearch {
  /// By value, from 1.
  private let spellings: [(number: Int, bytes: [[UInt8]])]
  /// Case, accents and how letters are composed do not count within texts.
  private let folded: [(number: Int, bytes: [UInt8])]
  private static let fileSizeBytesMax = 8 << 30

  init(_ values: [String]) {
    spellings = values.enumerated().filter { !$0.element.isEmpty }.map { index, value in
      let plain = Array(value.utf8)
      let json = Array(JSONValue.string(value).canonicalBytes.dropFirst().dropLast())
      return (index + 1, Array(Set([plain, json, TextFolding.fold(value)])))
    }
    folded = values.enumerated().filter { !$0.element.isEmpty }
      .map { ($0.offset + 1, TextFolding.fold($0.element)) }
  }

  func files(_ store: any FileStore, _ folder: String, as place: String) throws -> [FoundValue] {
    var found: [FoundValue] = []
    for entry in try store.list(folder) ?? [] {
      let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: found += try files(store, path, as: place)
      case .file: found += try file(store, path, as: place)
      case .link, .other: continue
      }
    }
    return found
  }

  func file(_ store: any FileStore, _ path: String, as place: String) throws -> [FoundValue] {
    if LedgerLayout.isLockedBlob(path) {
      guard let content = BlobStore.content(ofFile: path, in: store) else { return [] }
      return numbers(in: content).union(numbersWithin(content)).sorted()
        .map { FoundValue(number: $0, place: place, file: path) }
    }
    let bytes: [UInt8]
    do throws(FileError) {
      let file = try store.readAll(path, sizeBytesMax: Self.fileSizeBytesMax)
      // In a locked ledger, the decrypted contents are searched; without a key nothing can be found.
      bytes = (try? store.opened(file, of: path)) ?? file
    } catch {
      if error.reason == .missing { return [] }
      throw LedgerError(error)
    }
    var numbers = numbers(in: bytes)
    var offset = 0
    while offset < bytes.count {
      if let (text, sizeBytes) = try? ZstdDecompressor().decompress(bytes.span, at: offset) {
        numbers.formUnion(self.numbers(in: text))
        numbers.formUnion(numbersWithin(text))
        offset += sizeBytes
      } else if let next = ZstdFrame.next(in: bytes, from: offset + 1) {
        offset = next
      } else {
        break
      }
    }
    return numbers.sorted().map { FoundValue(number: $0, place: place, file: path) }
  }

  private func numbers(in bytes: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    for (number, spellings) in spellings
    where spellings.contains(where: { bytes.holds($0) }) { found.insert(number) }
    return found
  }

  /// Searches the strings of lines that have another spelling, and their data.
  private func numbersWithin(_ text: [UInt8]) -> Set<Int> {
    var found: Set<Int> = []
    for line in text.split(separator: 0x0a) {
      guard let value = try? JSONParser.parse(Array(line)) else { continue }
      note(value, &found)
    }
    return found
  }

  private func note(_ value: JSONValue, _ found: inout Set<Int>) {
    switch value {
    case .string(let text):
      let bytes = Array(text.utf8)
      found.formUnion(numbers(in: bytes))
      let plain = TextFolding.fold(text)
      for (number, wanted) in folded where plain.holds(wanted) { found.insert(number) }
      if bytes.count >= 8, bytes.count % 4 == 0, let data = Base64.bytes(bytes) {
        found.formUnion(numbers(in: data))
      }
    case .array(let values): for value in values { note(value, &found) }
    case .object(let object):
      for member in object {
        found.formUnion(numbers(in: Array(member.key.utf8)))
        note(member.value, &found)
      }
    default: break
    }
  }
}
