import DaybookLog
import DaybookModel
import DaybookTestSupport

/// What a simulated program does, step by step.
struct Script: Sendable {
  enum Step: Sendable {
    /// Appends a group: so many events in each commit.
    case append([Int])
    case seal
    case publish
    case compact
    case blob(Int)
    /// Erases an event, told by its number among those that are there: its line makes way for its stub.
    case erase(Int)
    /// Closes the writer and opens it again, orderly or as if the process had been killed.
    case reopen(orderly: Bool)
    case meddle(Meddling)
  }

  /// What other programs do to a published segment.
  enum Meddling: CaseIterable, Sendable {
    /// An older copy takes its place, as another file or in the same one.
    case olderCopy, olderCopyInPlace
    case removal, truncation, garbage
  }

  var steps: [Step]
  /// Small, so that journals roll within a script.
  var rollSizeBytes: Int
  /// Whether the ledger's folder is encrypted; a third of those that are drawn.
  var isLocked = false

  init(_ steps: [Step], rollSizeBytes: Int) { (self.steps, self.rollSizeBytes) = (steps, rollSizeBytes) }

  init(seed: UInt64, length: Int) {
    var random = SeededRandom(seed: seed)
    rollSizeBytes = Int.random(in: 900...5000, using: &random)
    isLocked = seed % 3 == 0
    steps = (0..<length).map { _ in
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<62:
        let commits = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 2...4, using: &random) : 1
        return .append((0..<commits).map { _ in Int.random(in: 1...3, using: &random) })
      case 62..<66: return .seal
      case 66..<69: return .publish
      case 69..<72: return .compact
      case 72..<74: return .blob(Int.random(in: 0...200, using: &random))
      case 74..<76: return .erase(Int.random(in: 0..<100, using: &random))
      case 76..<88: return .reopen(orderly: Bool.random(using: &random))
      default: return .meddle(Meddling.allCases.randomElement(using: &random) ?? .removal)
      }
    }
  }
}
