package import Daybook
import FreeThoughts
import Messaging
import Planner
import PurusHealth
import SAM

/// The systems that this command knows.
package enum RegisteredSystems {
  package static var all: [System] { own + others }
  private static let own: [System] = [.sam, .freethoughts, .purus, .planner, .messaging]

  private static var others: [System] { CommandParts.current.systems }

  /// Their schemas, each read when it is first asked for: most commands are about one system.
  package static func registry() -> SchemaRegistry {
    others.isEmpty ? ownRegistry : SchemaRegistry(trusting: [.daybook] + all)
  }
  private static let ownRegistry = SchemaRegistry(trusting: [.daybook] + own)

  /// The same for reading the ledger in a folder, from this executable's cache.
  static func registry(at ledger: String) -> SchemaRegistry {
    guard others.isEmpty else { return registry() }
    return SchemaRegistry(trusting: [.daybook] + own, cache: SchemaStore.cache(ledger: ledger))
  }

  /// `did you mean` for a kind that looks like a registered one.
  static func advice(forKind kind: String, otherwise: String) -> String {
    let kinds = registry().kinds.map(\.kind)
    guard !kinds.contains(kind) else { return otherwise }
    return Suggestion.advice(for: kind, among: kinds) ?? otherwise
  }
}
