import DaybookLog
package import DaybookModel

/// When an event is written and when it counts.
struct PlannedTimes: Sendable {
  var event: EventTimes
  /// Whether its `at` counts already. Otherwise it answers a held claim that does not count either.
  var countsAtOnce = true
  /// Whether events of the entity are held that claim to count later than they can now.
  var isOverClaims = false

  /// The order at which the event takes effect once it is written.
  var order: Stamp { countsAtOnce ? event.at ?? event.stamp : event.stamp }
}

/// How mutations are planned that resolve a conflict: they may keep the results of merging, and leave unrelated
/// registers alone, including `over` and dismissals.
package struct Resolving: Sendable {
  /// What the upsert or restore among them writes to `over`.
  private var over: Event.Over?

  package init(over: Event.Over? = nil) { self.over = over }

  var writesOver: Bool { over != nil }

  func over(of op: EventLine.Op) -> Event.Over? { op == .upsert || op == .restore ? over : nil }
}

/// The effect of a mutation on the fields that its entity already holds.
enum HeldFields {
  case asTheyRead
  /// A re-creation: the fields read as unset.
  case hidden
  /// A restore of a re-created entity: hidden fields show again.
  case uncovered

  init(_ over: Event.Over?) {
    switch over {
    case nil: self = .asTheyRead
    case .upTo?: self = .hidden
    case .cleared?: self = .uncovered
    }
  }
}
