import DaybookLog
import DaybookModel

/// Where a program keeps its schemas from one process to the next: reading them takes less time than deriving them from
/// the structs (measured: 1.5 ms of a cold query of 9). The cache must return what the same program wrote, or nothing.
package struct SchemaCache: Sendable {
  /// By the system's name.
  package var read: @Sendable (_ system: String) -> [UInt8]?
  package var write: @Sendable (_ system: String, _ bytes: [UInt8]) -> Void

  package init(
    read: @escaping @Sendable (_ system: String) -> [UInt8]?,
    write: @escaping @Sendable (_ system: String, _ bytes: [UInt8]) -> Void
  ) {
    (self.read, self.write) = (read, write)
  }
}

/// The cached schemas of a system: its relations, and each kind's bytes, which are read on demand.
struct CachedSchemas: Sendable {
  private let bytes: [UInt8]
  private let system: System
  /// The place of each kind's bytes, and its number in the system.
  private var kinds: [String: (number: Int, place: Range<Int>)] = [:]
  let relations: [RelationSchema]
  private let relationNames: [[String]]

  var names: [String] { kinds.keys.sorted() }

  /// Nil for anything but what ``bytes(of:_:)`` made of this system.
  init?(_ bytes: [UInt8], of system: System) {
    let end = bytes.count - 32
    guard end > 0 else { return nil }
    let said = Array(bytes[..<end])
    guard Hash256.of(said.span).bytes == Array(bytes[end...]) else { return nil }
    var reader = SchemaReader(bytes, from: 0, to: end)
    do throws(SchemaReader.Damaged) {
      guard try reader.text() == system.name, try reader.number() == system.version else { return nil }
      relations = try reader.list { reader throws(SchemaReader.Damaged) in try RelationSchema(&reader) }
      relationNames = try reader.list { reader throws(SchemaReader.Damaged) in try reader.texts() }
      let count = try reader.number()
      guard relations.count == relationNames.count, count == system.kinds.count else { return nil }
      for number in 0..<system.kinds.count {
        let name = try reader.text()
        guard kinds.updateValue((number, try reader.part()), forKey: name) == nil else { return nil }
      }
    } catch {
      return nil
    }
    guard reader.isAtEnd else { return nil }
    (self.bytes, self.system) = (bytes, system)
  }

  /// Nil where there is none.
  func kind(_ name: String) throws(SchemaReader.Damaged) -> KindSchema? {
    guard let (number, place) = kinds[name] else { return nil }
    let (entity, system) = (system.kinds[number], system)
    let code = DeclaredCode {
      var code = (try? SchemaRegistry.draft(entity, system))?.schema.code.value ?? KindCode()
      code.settle()
      return code
    }
    var reader = SchemaReader(bytes, from: place.lowerBound, to: place.upperBound)
    return try KindSchema(&reader, code)
  }

  /// The present and former names of a relation; nil for a relation of another system.
  func declaredNames(of relation: RelationSchema) -> [String]? {
    relations.firstIndex { $0.name == relation.name && $0.owner == relation.owner }
      .map { relationNames[$0] }
  }

  /// - Parameter kinds: whole, in the system's order.
  static func bytes(
    of system: System, _ kinds: [KindSchema], _ relations: [(relation: RelationSchema, names: [String])]
  ) -> [UInt8] {
    var writer = SchemaWriter()
    writer.write(system.name)
    writer.write(system.version)
    writer.write(relations) { $1.relation.write(to: &$0) }
    writer.write(relations) { $0.write($1.names) }
    writer.write(kinds) { writer, kind in
      var inner = SchemaWriter()
      kind.write(to: &inner)
      writer.write(kind.kind)
      writer.write(inner.bytes)
    }
    let said = writer.bytes
    return said + Hash256.of(said.span).bytes
  }
}
