import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookLog

/// The golden files of a format as they lie in Fixtures, and what they must read as.
struct GoldenFiles {
  typealias Segment = (name: SegmentName, bytes: [UInt8])

  let ledger: GoldenLedger
  let descriptor: [UInt8]
  /// The sealed one, and what follows it: open in format 1, sealed in format 2.
  let segments: [Segment]
  var sealed: Segment { segments[0] }
  var open: Segment { segments[1] }

  static func folder(_ format: Int64) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Fixtures/golden/v\(format)").standardizedFileURL
  }

  init(format: Int64) throws {
    ledger = try #require(GoldenLedger(format: format))
    let folder = Self.folder(format)
    descriptor = [UInt8](try Data(contentsOf: folder.appending(path: LedgerLayout.descriptor)))
    let replica = folder.appending(path: LedgerLayout.folder(of: ledger.key.replica))
    segments = try FileManager.default.contentsOfDirectory(atPath: replica.path()).sorted().map { file in
      (try #require(SegmentName(file)), [UInt8](try Data(contentsOf: replica.appending(path: file))))
    }
    try #require(segments.count == 2)
  }

  /// Of format 1, which has both sorts of segment.
  static let shared = Result { try GoldenFiles(format: 1) }
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
