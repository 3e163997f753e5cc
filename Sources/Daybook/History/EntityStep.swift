public import DaybookModel
public import DaybookView

/// What one event changed in an entity of a known kind. ``LedgerHistory/steps(of:as:)`` returns these steps. ``Step`` is the same for
/// kinds that are known only at run time.
public struct EntityStep<E: Entity>: Sendable {
  /// The untyped step, with changes beyond fields: whether the entity was made, deleted or hidden.
  public let step: Step

  /// Nil for a step of another entity.
  init?(_ step: Step, of ref: Ref<E>) {
    guard step.kind == E.kind, step.id == ref.savedID else { return nil }
    self.step = step
  }

  /// The entity.
  public var ref: Ref<E> { Ref(step.id) }
  /// What the event intends, such as `upsert`, `sync` or `delete`. It may be about the entity's owner, see ``step``.
  public var operation: EventOperation { step.entry.event.mutation.op }
  /// The event's stamp; steps come in the order of these.
  public var stamp: Stamp { step.entry.event.stamp }
  /// The author that the event names; nil: none.
  public var author: String? { step.entry.event.mutation.by }
  /// The reason that the event gives; nil: none.
  public var why: String? { step.entry.event.mutation.why }
  /// The machine that wrote it.
  public var replica: ReplicaID { step.entry.replica }

  /// Whether the event changed what the field reads as, or linked or unlinked an entity. False for what is not a
  /// stored property.
  public func changed<Value>(_ path: KeyPath<E, Value>) -> Bool {
    changes(path).contains { !$0.isSame }
  }

  /// What the field read as before the event. Nil if the event did not affect the field, or nothing was written before.
  /// A value that this version cannot read is the field's default. For links see ``linked(_:)``.
  public func before<Value: Codable>(_ path: KeyPath<E, Value>) -> Value? {
    field(path)?.before.map { E.read($0, path) }
  }

  /// What the field reads as since the event.
  public func after<Value: Codable>(_ path: KeyPath<E, Value>) -> Value? {
    field(path)?.after.map { E.read($0, path) }
  }

  /// The entities that the event linked.
  public func linked<Target: Entity>(_ path: KeyPath<E, [Ref<Target>]>) -> [Ref<Target>] {
    targets(path, isLinked: true)
  }

  /// The entities that the event unlinked.
  public func unlinked<Target: Entity>(_ path: KeyPath<E, [Ref<Target>]>) -> [Ref<Target>] {
    targets(path, isLinked: false)
  }

  private func changes(_ path: PartialKeyPath<E>) -> [Step.Change] {
    guard let name = PropertyNames.name(of: path) else { return [] }
    return step.changes.filter {
      switch $0.register {
      case .field(let field): field == name
      case .relation(let relation, to: _): relation == name
      case .alive, .present, .visibility: false
      }
    }
  }

  private func field(_ path: PartialKeyPath<E>) -> Step.Change? {
    changes(path).first { if case .field = $0.register { true } else { false } }
  }

  private func targets<Target: Entity>(
    _ path: KeyPath<E, [Ref<Target>]>, isLinked: Bool
  ) -> [Ref<Target>] {
    changes(path).compactMap { change in
      guard case .relation(_, to: let target) = change.register, !change.isSame else { return nil }
      return (change.after == true) == isLinked ? Ref(target) : nil
    }
  }
}
