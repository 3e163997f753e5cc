import DaybookLog
import DaybookModel
import DaybookTestSupport
import DaybookView
import Foundation

@testable import Daybook

/// What was written in a simulated world, each text one that stands nowhere else, and what was erased of it, as far as the
/// machine that erased it held it.
struct WrittenValues {
  /// A text in a field of one event; the reason of the event counts as one.
  struct Place: Hashable {
    var stamp: Stamp
    var field: String
    var text: String
  }

  /// An event of an entity, as a machine shows it.
  struct Line {
    var stamp: Stamp
    var op: EventOperation
    var places: Set<Place> = []
  }

  static let why = "why"
  static let kind = "house.member"

  /// Of writes that were acknowledged.
  private(set) var written: Set<Place> = []
  /// By erasure.
  private(set) var erased: [String: Set<Place>] = [:]
  private(set) var withdrawn: Set<String> = []
  /// What may be erased: the power failed meanwhile, or what shows decides and is not easily told.
  private var doubtful: Set<Place> = []
  private var blobs: [Hash256: String] = [:]

  /// What no erasure that counts has touched.
  var kept: Set<Place> {
    written.subtracting(doubtful).subtracting(erased.values.reduce(into: []) { $0.formUnion($1) })
  }
  /// What must be gone.
  var gone: Set<Place> {
    erased.filter { !withdrawn.contains($0.key) }.values.reduce(into: []) { $0.formUnion($1) }
  }

  // MARK: Texts

  static let textPrefix = Array("zq".utf8)
  static let encodedPrefix = Array("en".utf8)
  static let textSizeBytes = 18

  static func text(_ random: inout SeededRandom) -> String {
    var text = textPrefix
    text.append(hexadecimal: random.next(), width: 16)
    return String(decoding: text, as: UTF8.self)
  }

  /// Data that begins with a text.
  mutating func data(_ text: String, sizeBytes: Int, _ random: inout SeededRandom) -> Data {
    var bytes = Array(text.utf8)
    while bytes.count < sizeBytes { bytes.append(UInt8(truncatingIfNeeded: random.next() >> 11)) }
    note(Data(bytes), text)
    return Data(bytes)
  }

  /// Data that begins with a text.
  mutating func note(_ data: Data, _ text: String) { blobs[Hash256.of(Array(data).span)] = text }

  // MARK: Events

  /// The texts of an event.
  func line(_ event: Event) -> Line {
    var line = Line(stamp: event.stamp, op: event.mutation.op)
    for (field, text) in texts(of: event.mutation.set ?? [:]) {
      line.places.insert(Place(stamp: event.stamp, field: field, text: text))
    }
    if let why = event.mutation.why, why.hasPrefix("zq") {
      line.places.insert(Place(stamp: event.stamp, field: Self.why, text: why))
    }
    return line
  }

  func texts(of fields: JSONObject) -> [(field: String, text: String)] {
    fields.compactMap { member in text(of: member.value).map { (member.key, $0) } }
  }

  private func text(of value: JSONValue) -> String? {
    if let blob = BlobReference(value) { return blobs[blob.hash] }
    guard let text = value.string else { return nil }
    if text.hasPrefix("zq") { return text }
    guard let data = Data(base64Encoded: text) else { return nil }
    let beginning = data.prefix(Self.textSizeBytes)
    return beginning.starts(with: Self.textPrefix) ? String(decoding: beginning, as: UTF8.self) : nil
  }

  mutating func note(_ receipt: AppendReceipt) {
    for event in receipt.events { written.formUnion(line(event).places) }
  }

  // MARK: Erasures

  /// What a request erases of the lines that a machine shows.
  ///
  /// - Parameter shown: the texts that the entity's fields have; nil where that cannot be told.
  func places(of request: ErasureRequest, in lines: [Line], shown: Set<String>?) -> (
    certain: Set<Place>, possible: Set<Place>
  ) {
    var (certain, possible): (Set<Place>, Set<Place>) = ([], [])
    for line in lines {
      if let before = request.before, line.stamp.instant >= before { continue }
      var fields = line.places.filter { $0.field != Self.why }
      if !request.fields.isEmpty { fields = fields.filter { request.fields.contains($0.field) } }
      var isWhole = request.fields.isEmpty
      if request.before != nil {
        guard let shown else {
          possible.formUnion(line.places)
          continue
        }
        let others = fields.filter { !shown.contains($0.text) }
        if others.count < fields.count { isWhole = false }
        fields = others
      }
      guard !fields.isEmpty || isWhole else { continue }
      // What is left of a line has no reason.
      certain.formUnion(fields.union(line.places.filter { $0.field == Self.why }))
    }
    return (certain, possible.subtracting(certain))
  }

  mutating func erase(_ places: Set<Place>, by erasure: String) {
    erased[erasure, default: []].formUnion(places)
  }
  mutating func doubt(_ places: Set<Place>) { doubtful.formUnion(places) }
  mutating func withdraw(_ erasure: String) { withdrawn.insert(erasure) }
  mutating func isNotWithdrawn(_ erasure: String) { withdrawn.remove(erasure) }
}

extension Ledger {
  /// The events of an entity, or of all, as they show.
  nonisolated func lines(of id: String? = nil, _ values: WrittenValues) async throws -> [WrittenValues.Line] {
    var filter = LogFilter()
    (filter.kind, filter.id) = (WrittenValues.kind, id)
    var lines: [WrittenValues.Line] = []
    try await history.log(filter) { entry in
      if entry.event.erasure == nil { lines.append(values.line(entry.event)) }
      return true
    }
    return lines
  }
}
