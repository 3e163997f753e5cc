import DaybookModel
package import DaybookRecords

/// What a view shows one viewer: each entity is checked once, until an event arrives.
final class ViewLimit {
  let viewer: Viewer
  /// Sees everything.
  private let whole: View
  /// By entity number; nil: not checked yet.
  private var answers: [Bool?] = []
  private var eventCount = -1

  init(_ viewer: Viewer, of whole: View) { (self.viewer, self.whole) = (viewer, whole) }

  func allows(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    if records.eventCount != eventCount || answers.count < records.entityCount {
      // What the viewer may see may have changed.
      answers = Array(repeating: nil, count: records.entityCount)
      eventCount = records.eventCount
    }
    let place = Int(entity.rawValue)
    if let known = answers[place] { return known }
    let answer = ask(entity, records)
    answers[place] = answer
    return answer
  }

  // If this is inlined, the reader that is made here crashes the optimiser of Swift 6.3.
  @inline(never)
  private func ask(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    let kind = records.name(of: records.kind(of: entity))
    guard whole.registry.isOpen(kind, to: viewer), let access = whole.registry.access(to: kind) else {
      return false
    }
    whole.refresh(records)
    return withUnsafePointer(to: records) {
      access.reads(EntityReader(view: whole, records: $0, entity: entity), viewer.id)
    }
  }
}

extension View {
  /// The same records as a viewer sees them.
  package func limited(to viewer: Viewer) -> View {
    View(registry: registry, limit: ViewLimit(viewer, of: self))
  }

  /// Whether the viewer may see the entity; it may be gone.
  func allows(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    limit?.allows(entity, records) ?? true
  }

  /// Whether the viewer may see the entity, deleted or not. False if nobody ever wrote it.
  package func allows(_ kind: String, _ id: String, in records: borrowing Records) -> Bool {
    refresh(records)
    return records.entity(kind, id).map { allows($0, records) } ?? false
  }
}

extension EntityReader {
  /// The viewer's id; nil where everything is shown.
  public var viewer: String? { view.limit?.viewer.id }
}

extension ViewReader {
  /// The viewer's id; nil where everything is shown.
  public var viewer: String? { view.limit?.viewer.id }
}
