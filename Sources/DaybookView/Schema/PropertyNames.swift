import Synchronization

/// The names of a struct's stored properties, by the key paths that lead to them.
///
/// A key path says its offset (`MemoryLayout.offset(of:)`), a mirror says the names and types in order
/// of declaration, and Swift lays structs out in that order; so an offset is a name. Of an entity's one property the
/// runtime is asked instead, see ``StoredProperties``.
package struct PropertyNames: Sendable {
  package struct Property: Sendable {
    package var name: String
    package var offset: Int
    package var sizeBytes: Int
    package var type: any Any.Type
  }

  package private(set) var properties: [Property] = []

  init(of prototype: Any) {
    var offset = 0
    for child in Mirror(reflecting: prototype).children {
      let (size, alignment) = Self.layout(type(of: child.value))
      offset = (offset + alignment - 1) / alignment * alignment
      properties.append(
        Property(name: child.label ?? "", offset: offset, sizeBytes: size, type: type(of: child.value)))
      offset += size
    }
  }

  private static func layout(_ type: any Any.Type) -> (size: Int, alignment: Int) {
    func measure<Value>(_: Value.Type) -> (Int, Int) {
      (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    }
    return measure(type)
  }

  /// The names along the path (`a`, or `a.b` into a nested struct); nil for what is not stored.
  package static func name<Root: Entity>(of path: PartialKeyPath<Root>) -> String? {
    guard let offset = MemoryLayout<Root>.offset(of: path) else { return nil }
    return StoredProperties.name(in: Root.self, at: offset, type: type(of: path).valueType)
  }

  func name(at offset: Int, type: any Any.Type) -> String? {
    properties.first { $0.offset == offset && $0.type == type }?.name
  }

  private static let known = Mutex<[ObjectIdentifier: PropertyNames]>([:])

  package static func of<Root: Entity>(_ root: Root.Type) -> PropertyNames {
    let key = ObjectIdentifier(root)
    if let names = known.withLock({ $0[key] }) { return names }
    let names = PropertyNames(of: Root())
    known.withLock { $0[key] = names }
    return names
  }
}

/// The names of the stored properties of structs within fields.
package enum NestedNames {
  /// Nil for what is not stored, and for structs that no empty value can be made of.
  package static func name(of path: AnyKeyPath, in type: any Decodable.Type) -> String? {
    func find<Root: Decodable>(_: Root.Type) -> String? {
      guard let path = path as? PartialKeyPath<Root>, let offset = MemoryLayout<Root>.offset(of: path),
        let prototype = try? ProbeDecoder.emptyValue(of: Root.self)
      else { return nil }
      return PropertyNames(of: prototype).name(at: offset, type: Swift.type(of: path).valueType)
    }
    return find(type)
  }
}
