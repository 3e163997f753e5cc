package import DaybookModel

/// A mutation made ready to be written: checked, its whole effect spelled out.
package struct PlannedMutation: Sendable {
  package var mutation: Mutation
  package var stamp: Stamp
  package var at: Stamp?
  /// Whether `at` counts already. Otherwise it answers a held claim that does not count either.
  var countsAtOnce = true
  /// Whether events of the entity are held that claim to count later than they can now.
  var isOverClaims = false
  package var over: Event.Over?
  /// Whether the event must carry a salt.
  package var isSalted: Bool

  /// Where the event is in effect once it is written.
  var order: Stamp { countsAtOnce ? at ?? stamp : stamp }

  /// The event, still without its number.
  package func event(salt: String?) -> Event {
    Event(stamp: stamp, seq: 0, mutation: mutation, at: at, over: over, salt: isSalted ? salt : nil)
  }
}

/// How mutations are planned that resolve a conflict: they may keep what merging brought about, and leave alone
/// what they are not about, `over` and dismissals among it.
package struct Resolving: Sendable {
  /// What the upsert or restore among them writes to `over`.
  private var over: Event.Over?

  package init(over: Event.Over? = nil) { self.over = over }

  var writesOver: Bool { over != nil }

  func over(of mutation: Mutation) -> Event.Over? {
    mutation.op == .upsert || mutation.op == .restore ? over : nil
  }
}

/// What a mutation makes of the fields that its entity holds already.
enum HeldFields {
  case asTheyRead
  /// A re-creation: they read as unset.
  case hidden
  /// A restore of what was re-created: those that were hidden read again.
  case uncovered

  init(_ over: Event.Over?) {
    switch over {
    case nil: self = .asTheyRead
    case .upTo?: self = .hidden
    case .cleared?: self = .uncovered
    }
  }
}
