import DaybookView

/// Which of some entities a viewer may see, worked out once for a reading outside the actor.
struct Sight: Sendable {
  /// Nil for all.
  private let names: Set<EntityName>?

  static let whole = Sight(names: nil)

  fileprivate init(names: Set<EntityName>?) { self.names = names }

  /// Whether everything is seen.
  var isWhole: Bool { names == nil }

  func allows(_ kind: String, _ id: String) -> Bool {
    names?.contains(EntityName(kind: kind, id: id)) ?? true
  }

  func allows(_ entry: LogEntry) -> Bool { names?.contains(entry.event.mutation.entity) ?? true }
}

extension Ledger {
  private static let sightPartCount = 500

  /// Which of some entities the viewer may see. Works in parts, so that other callers need not wait for it.
  nonisolated func sight(of names: some Sequence<EntityName>, for viewer: Viewer?) async -> Sight {
    guard let viewer else { return .whole }
    var seen: Set<EntityName> = []
    let all = Array(names)
    for start in stride(from: 0, to: all.count, by: Self.sightPartCount) {
      seen.formUnion(await allowed(all[start..<min(start + Self.sightPartCount, all.count)], to: viewer))
    }
    return Sight(names: seen)
  }

  private func allowed(_ names: ArraySlice<EntityName>, to viewer: Viewer) -> [EntityName] {
    names.filter { allows($0.kind, $0.id, to: viewer) }
  }
}
