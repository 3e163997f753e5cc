import DaybookModel
import DaybookRecords
import DaybookView

extension EntityConflict {
  init(_ found: ViewConflict, _ schemas: SchemaRegistry, name: (ReplicaID) -> String?) {
    let schema = found.entities.first.flatMap { schemas[$0.kind] }
    self.init(
      id: found.id, cause: Cause(rawValue: found.cause.code), kind: found.entities.first?.kind ?? "",
      entity: found.entities.first?.id ?? "", field: found.what, to: found.to,
      others: found.entities.dropFirst().map { Other(kind: $0.kind, entity: $0.id) },
      sides: found.sides.map { Side($0, schemas, name: name) }, isGone: found.isGone,
      isPersonal: schema?.isPersonal ?? true)
  }
}

extension EntityConflict.Side {
  init(_ side: ViewConflict.Side, _ schemas: SchemaRegistry, name: (ReplicaID) -> String?) {
    let stamp = side.write.stamp
    let fields = side.what?.split(separator: "+").map(String.init) ?? []
    self.init(
      kind: side.entity.kind, entity: side.entity.id, field: side.what, to: side.to, value: side.value,
      by: side.write.by, stamp: stamp, at: side.write.at, replica: stamp.replica,
      replicaName: name(stamp.replica),
      isSensitive: !side.isState && fields.contains { schemas.hides($0, of: side.entity.kind) })
  }
}
