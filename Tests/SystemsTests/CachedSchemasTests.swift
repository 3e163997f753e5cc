import Daybook
import Synchronization
import Testing

@testable import DaybookCommands

/// What schemas say when they come from a cache: what the structs say, or the structs are asked again.
@Suite struct CachedSchemasTests {
  private final class Kept: Sendable {
    let bytes = Mutex<[String: [UInt8]]>([:])
    let writeCount = Mutex(0)

    var cache: SchemaCache {
      SchemaCache(
        read: { system in self.bytes.withLock { $0[system] } },
        write: { system, bytes in
          self.bytes.withLock { $0[system] = bytes }
          self.writeCount.withLock { $0 += 1 }
        })
    }
  }

  private static let systems: [System] = [.daybook] + RegisteredSystems.all

  /// As the structs say it.
  private static let plain = SchemaRegistry(trusting: systems)

  private static func filled() -> Kept {
    let kept = Kept()
    _ = SchemaRegistry(trusting: systems, cache: kept.cache).kinds
    return kept
  }

  private func expectSame(_ other: SchemaRegistry) {
    #expect(other.fingerprint == Self.plain.fingerprint)
    #expect(other.kinds.map(\.kind) == Self.plain.kinds.map(\.kind))
    for kind in Self.plain.kinds {
      guard let found = other[kind.kind] else {
        Issue.record("\(kind.kind) is not there")
        continue
      }
      #expect(found.version == kind.version && found.fields == kind.fields, "\(kind.kind)")
      #expect(found.relations == kind.relations && found.inverses == kind.inverses, "\(kind.kind)")
      #expect(found.key == kind.key && found.uniques == kind.uniques, "\(kind.kind)")
      #expect(found.dismissal == kind.dismissal && found.isPersonal == kind.isPersonal, "\(kind.kind)")
      #expect(found.idAlias == kind.idAlias && found.renames == kind.renames, "\(kind.kind)")
      #expect(found.indexed == kind.indexed && found.provided == kind.provided, "\(kind.kind)")
      #expect(found.merges == kind.merges && found.json == kind.json, "\(kind.kind)")
      #expect(found.checks.map(\.rule) == kind.checks.map(\.rule), "\(kind.kind)")
      #expect(found.derivations.map(\.field) == kind.derivations.map(\.field), "\(kind.kind)")
      #expect(found.projections.keys.sorted() == kind.projections.keys.sorted(), "\(kind.kind)")
      #expect(found.codec != nil, "\(kind.kind)")
    }
  }

  @Test func sayWhatTheStructsSay() {
    let kept = Self.filled()
    #expect(kept.writeCount.withLock { $0 } == Self.systems.count)
    expectSame(SchemaRegistry(trusting: Self.systems, cache: kept.cache))
    // They were read, and not made again.
    #expect(kept.writeCount.withLock { $0 } == Self.systems.count)
  }

  @Test func anyChangedByteAndAnyCutIsNoticed() throws {
    let kept = Self.filled()
    let system = Self.systems[0]
    let whole = try #require(kept.bytes.withLock { $0[system.name] })
    let names = Self.plain.kinds.map(\.kind).filter { $0.hasPrefix(system.name + ".") }
    func isTaken(_ bytes: [UInt8]) -> Bool {
      let other = Kept()
      other.bytes.withLock { $0[system.name] = bytes }
      let registry = SchemaRegistry(trusting: [system], cache: other.cache)
      #expect(registry.kinds.map(\.kind) == names)
      return other.writeCount.withLock { $0 } == 0
    }
    #expect(isTaken(whole))
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 1 << UInt8(place % 8)
      #expect(!isTaken(damaged), "byte \(place)")
    }
    for count in stride(from: 0, to: whole.count, by: 7) { #expect(!isTaken(Array(whole[..<count]))) }
    #expect(!isTaken(whole + [0]))
  }

  @Test func thoseOfAnotherSystemOrVersionAreMadeAnew() {
    let kept = Self.filled()
    let swapped = Kept()
    kept.bytes.withLock { bytes in
      let names = Self.systems.map(\.name)
      for (index, name) in names.enumerated() {
        swapped.bytes.withLock { $0[name] = bytes[names[(index + 1) % names.count]] }
      }
    }
    expectSame(SchemaRegistry(trusting: Self.systems, cache: swapped.cache))
    #expect(swapped.writeCount.withLock { $0 } == Self.systems.count)
    let later = Self.systems.map {
      System($0.name, version: $0.version + 1, kinds: $0.kinds, providing: $0.providing)
    }
    _ = SchemaRegistry(trusting: later, cache: kept.cache).kinds
    #expect(kept.writeCount.withLock { $0 } == 2 * Self.systems.count)
  }
}
