import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// The golden files as they lie in Fixtures, and what they must read as.
struct GoldenFiles {
  let ledger: GoldenLedger
  let sealed: (name: SegmentName, bytes: [UInt8])
  let open: (name: SegmentName, bytes: [UInt8])

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/golden/v1").standardizedFileURL

  init() throws {
    ledger = try #require(GoldenLedger())
    let replica = Self.folder.appending(path: LedgerLayout.folder(of: ledger.key.replica))
    var sealed: (SegmentName, [UInt8])?
    var open: (SegmentName, [UInt8])?
    for file in try FileManager.default.contentsOfDirectory(atPath: replica.path()) {
      let name = try #require(SegmentName(file))
      let bytes = [UInt8](try Data(contentsOf: replica.appending(path: file)))
      if name.isSealed { sealed = (name, bytes) } else { open = (name, bytes) }
    }
    self.sealed = try #require(sealed)
    self.open = try #require(open)
  }

  static let shared = Result { try GoldenFiles() }
}

/// What came of reading a file, frame by frame.
struct ReadFile: Equatable {
  struct Frame: Equatable {
    var offset: Int
    var sizeBytes: Int
    var leaves: [Hash256]
    var end: Int { offset + sizeBytes }
  }

  var frames: [Frame] = []
  var damage: [SegmentDamage] = []
  var skippable: [Int] = []

  init(_ bytes: [UInt8], isSealed: Bool) {
    var reader = SegmentReader(bytes: bytes, isSealed: isSealed)
    while let part = reader.next() {
      switch part {
      case .frame(let content, let offset, let sizeBytes):
        frames.append(Frame(offset: offset, sizeBytes: sizeBytes, leaves: content.leaves.map(\.hash)))
      case .skippable(let offset, _): skippable.append(offset)
      case .damage(let damage): self.damage.append(damage)
      }
    }
  }

  /// Damage and frames in the order of the file, without overlap.
  var isInOrder: Bool {
    let places = frames.map { ($0.offset, $0.end) } + damage.map { ($0.offset, $0.offset + $0.sizeBytes) }
    let sorted = places.sorted { $0.0 < $1.0 }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0.1 <= $1.0 }
  }
}
