import Daybook
import DaybookLog
import DaybookTestSupport
import DaybookView
import Foundation
import Testing

/// A system with something of everything that a mutation may touch.
struct Shelf: Entity {
  struct Kind: OpenEnum {
    var rawValue: String
    static let wood: Self = "wood"
    static let known: [Self] = [.wood]
  }

  var id = ID()
  var code: String?
  var title = ""
  var note: String?
  var kind: Kind = .wood
  var depth = 0.5
  var count = 0
  var isOpen = false
  var builtAt: Date?
  var openedOn: CivilDay?
  var labels: [String] = []
  var summary = ""
  var doneAt: Date?
  var load: Double?
  var room: Ref<Shelf>?
  var neighbours: [Ref<Shelf>] = []
  var neighbouredBy: [Ref<Shelf>] = []

  static let schema = Schema("shop.shelf") {
    Key(\.code, .trimmedLowercased)
    Personal()
    One(\.room)
    Many(\.neighbours, inverse: \Shelf.neighbouredBy)
    Dismissal(\.doneAt)
    Renamed("name", to: \.title)
    Check(value: \.load, "must not be negative") { $0 ?? 0 >= 0 }
    Check(\.builtAt, "must be after 1970 where it was opened", reading: \.openedOn) { built, opened in
      opened == nil || built != Date(timeIntervalSince1970: 0)
    }
    Derived(\.summary, from: \.note, \.labels) { note, labels in "\(note ?? "") \(labels.count)" }
  }
}

struct Bin: Entity {
  var id = ID()
  var state = "open"
  var shelf: Ref<Shelf>?

  static let schema = Schema("shop.bin") {
    One(\.shelf, onDelete: .nullify)
    Dismissal(\.isDone)
  }
  var isDone = false
}

extension System {
  static let shop = System("shop", version: 3, kinds: [Shelf.self, Bin.self])
}

/// A mutation is the same event whether it came as a line or as a value, to the byte.
@Suite struct MutationDoorTests {
  @Test(.seeded) func linesAndValuesComeToTheSameEvents() async throws {
    var lines = RandomLines(seed: TestSeed.current &+ 21)
    var refused = 0
    for _ in 0..<30 {
      let (byLines, byValues) = (try Self.ledger(), try Self.ledger())
      for _ in 0..<25 {
        var texts: [String] = []
        for _ in 0..<lines.random.next() % 12 + 1 { texts.append(lines.next()) }
        var (read, mutations) = (MutationBuffer(), [Mutation]())
        do {
          for text in texts {
            try read.append(line: Array(text.utf8).span)
            mutations.append(try Mutation(line: Array(text.utf8).span))
          }
        } catch {
          #expect(throws: LedgerError.self) {
            for text in texts { _ = try Mutation(line: Array(text.utf8).span) }
          }
          continue
        }
        let options = AppendOptions(by: lines.random.next() % 2 == 0 ? "ann" : nil)
        let first = await Self.outcome { try await byLines.append(read, options: options) }
        let second = await Self.outcome { try await byValues.append(mutations, options: options) }
        if case .failure = first { refused += 1 }
        try #require(first == second, "\(texts.joined(separator: "\n"))")
      }
      // What was folded while it was written is what a reader of the log folds.
      let check = try await byLines.audit.checkReplay()
      #expect(check.digest == check.rebuiltDigest)
    }
    // Refusals are among them.
    #expect(refused > 20)
  }

  private enum Outcome: Equatable {
    case events([String])
    case failure(String, Int?)
  }

  private static func outcome(_ append: () async throws -> AppendReceipt) async -> Outcome {
    do {
      // What a refused commit drew of random salts is lost.
      return .events(
        try await append().events.map { event in
          var event = event
          event.salt = event.salt.map { "\($0.utf8.count)" }
          return "\(JSONValue.object(event.json))"
        })
    } catch let error as LedgerError {
      return .failure(error.what, error.line)
    } catch {
      return .failure("\(error)", nil)
    }
  }

  /// Two that are made alike come to the same stamps, salts and keys.
  private static func ledger() throws -> Ledger {
    var options = LedgerOptions.prompt
    options.now = { Instant(milliseconds: 1_790_000_000_000) }
    options.makeKey = { SigningKey(seed: Array(repeating: 9, count: 32)) ?? SigningKey() }
    return try Ledger.inMemory(systems: [.shop], options: options)
  }
}
