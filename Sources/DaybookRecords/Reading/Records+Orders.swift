package import DaybookModel

// What a writer must know about the registers that it will overwrite.

extension Records {
  /// What a re-creation writes into `over`: the greatest order of any held register or outgoing edge of the entity.
  /// (Server registers have the server's order and are not hidden by `over`.)
  package func overForRecreation(_ entity: EntityIndex) -> Stamp? {
    var greatest: Stamp?
    forEachRegister(Int(entity.rawValue)) { register, _, cell in
      guard register != .ack, !register.isServer else { return }
      let order = order(of: winner(of: cell))
      greatest = max(greatest ?? order, order)
    }
    return greatest
  }

  /// The greatest order that a mutation's writes must exceed to show: of the registers they overwrite, and the value of
  /// `over` if they write what it hides. If that is not below the new event's stamp, the event needs an `at` one step
  /// above it. Nil if there is none.
  ///
  /// - Parameters:
  ///   - recreates: whether the event will carry `over`: then everything held counts.
  ///   - otherNames: fields that are read together with those that it writes.
  package func greatestOrder(
    for mutation: Mutation, recreates: Bool = false, otherNames: [String] = []
  ) -> Stamp? {
    guard let entity = entity(mutation.kind, mutation.id) else { return nil }
    let index = Int(entity.rawValue)
    var greatest = recreates ? overForRecreation(entity) : nil
    func consider(_ stamp: Stamp?) {
      if let stamp { greatest = max(greatest ?? stamp, stamp) }
    }
    func consider(_ cell: Cell?) { consider(cell.map { order(of: winner(of: $0)) }) }
    var isHidable = false
    switch mutation.op {
    case .upsert: consider(find(index, .alive))
    case .restore:
      consider(find(index, .alive))
      consider(find(index, .over))
    case .delete: consider(find(index, .alive))
    case .link, .unlink:
      if let rel = mutation.rel, let to = mutation.to {
        isHidable = true
        if let rel = field(rel) { consider(edgeCell(index, rel.rawValue, to)) }
      }
    case .sync:
      // A server's values are ordered only by the server's time.
      if mutation.server != nil { return nil }
      if mutation.present != nil {
        isHidable = true
        consider(find(index, .present))
      }
    default: break
    }
    if mutation.op != .delete, let set = mutation.set, !set.isEmpty {
      isHidable = true
      for name in set.map(\.key) + otherNames {
        if let field = field(name) { consider(find(index, RegisterID(field.rawValue))) }
      }
    }
    if isHidable { consider(over(index)) }
    return greatest
  }
}
