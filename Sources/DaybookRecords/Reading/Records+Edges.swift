package import DaybookModel

/// An edge that shows.
package struct Edge: Sendable {
  package var rel: FieldID
  /// The target's id.
  package var to: String
  /// The order of the link: `at` or its stamp.
  package var order: Stamp
}

/// An edge that shows, from its target.
package struct IncomingEdge: Sendable {
  package var rel: FieldID
  package var from: EntityIndex
  package var order: Stamp
}

extension Records {
  /// The outgoing edges of an entity that show, of one relation or of all, in the order of their links.
  package func edges(from entity: EntityIndex, rel: FieldID? = nil) -> [Edge] {
    let over = over(Int(entity.rawValue))
    var found: [(write: UInt32, edge: Edge)] = []
    var next = entities[Int(entity.rawValue)].side
    while next != 0 {
      let side = sides[Int(next - 1)]
      next = side.nextOfEntity
      guard let name = edgeName(side, rel), !isOver(side.cell, over) else { continue }
      let write = winner(of: side.cell)
      found.append((write, Edge(rel: name, to: targetNames.name(side.target), order: order(of: write))))
    }
    found.sort { isLess($0.write, $1.write) }
    return found.map(\.edge)
  }

  /// The edges that show and lead to an id, of one relation or of all, in the order of their links. An edge names no
  /// kind: entities of several kinds may have the id.
  package func edges(to id: String, rel: FieldID? = nil) -> [IncomingEdge] {
    guard let target = targetNames.number(of: id) else { return [] }
    var found: [(write: UInt32, edge: IncomingEdge)] = []
    var next = targetEdges[Int(target)]
    while next != 0 {
      let side = sides[Int(next - 1)]
      next = side.nextOfTarget
      entities.unpack(Int(side.entity))
      guard let name = edgeName(side, rel), !isOver(side.cell, over(Int(side.entity))) else { continue }
      let write = winner(of: side.cell)
      let edge = IncomingEdge(
        rel: name, from: EntityIndex(rawValue: side.entity), order: order(of: write))
      found.append((write, edge))
    }
    found.sort { isLess($0.write, $1.write) }
    return found.map(\.edge)
  }

  /// The write of one edge, even if it is an unlink or hidden by `over`.
  package func edgeRegister(_ entity: EntityIndex, _ rel: FieldID, to id: String) -> RegisterWrite? {
    edgeCell(Int(entity.rawValue), rel.rawValue, id).map { registerWrite($0) }
  }

  /// Whether an edge shows.
  package func isLinked(_ entity: EntityIndex, _ rel: FieldID, to id: String) -> Bool {
    let index = Int(entity.rawValue)
    return edgeCell(index, rel.rawValue, id).map { $0.value.isTrue && !isOver($0, over(index)) } ?? false
  }

  /// Every edge that was ever written, whether or not it shows, in no particular order.
  package func edgesEver(from entity: EntityIndex) -> [(rel: FieldID, to: String)] {
    var found: [(rel: FieldID, to: String)] = []
    forEachRegister(Int(entity.rawValue)) { register, target, _ in
      guard register != .ack, target != SideCell.none else { return }
      found.append((FieldID(rawValue: register.name), targetNames.name(target)))
    }
    return found
  }

  func edgeCell(_ entity: Int, _ rel: UInt32, _ id: String) -> Cell? {
    targetNames.number(of: id).flatMap { findSide(entity, RegisterID(rel), target: $0) }
      .map { sides[$0].cell }
  }

  /// The relation of the edge that was linked last, if it is the requested one.
  @inline(__always)
  private func edgeName(_ side: SideCell, _ rel: FieldID?) -> FieldID? {
    let register = RegisterID(rawValue: side.register)
    guard register != .ack, side.target != SideCell.none, side.cell.value.isTrue else { return nil }
    let name = FieldID(rawValue: register.name)
    return rel == nil || rel == name ? name : nil
  }
}
