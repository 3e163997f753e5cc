import Synchronization

/// The names of a struct's stored properties, by the key paths that lead to them.
///
/// A key path has an offset (`MemoryLayout.offset(of:)`), a mirror lists the names and types in order of declaration,
/// and Swift lays structs out in that order; so an offset identifies a name. For a single property of an entity, the
/// runtime is used instead: see ``StoredProperties``.
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

  /// The names along the path (`a`, or `a.b` into a nested struct); nil for a path to something that is not stored.
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
  /// Nil for properties that are not stored, and for structs without an empty value.
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

// The runtime's own calls, with which the standard library's mirrors read structs. A mirror makes a value of each
// property and determines the types of all; each type that has not been used yet costs a search of all conformances of
// the program. This code determines only the type of the requested property, which its key path has used already.

/// What the runtime returns for a property besides its type: `_FieldReflectionMetadata` of the standard library.
private struct PropertyMetadata {
  let name: UnsafePointer<CChar>? = nil
  /// Frees the name, where it is not a constant.
  let free: (@convention(c) (UnsafePointer<CChar>?) -> Void)? = nil
  let isStrong = false
  let isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func propertyCount(of type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func propertyOffset(in type: any Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func propertyType(
  in type: any Any.Type, index: Int, metadata: UnsafeMutablePointer<PropertyMetadata>
) -> any Any.Type

enum StoredProperties {
  /// The name of a struct's property; nil if there is none of that type at that place.
  static func name(in type: any Any.Type, at offset: Int, type property: any Any.Type) -> String? {
    for index in 0..<propertyCount(of: type) where propertyOffset(in: type, index: index) == offset {
      var metadata = PropertyMetadata()
      let found = propertyType(in: type, index: index, metadata: &metadata)
      defer { metadata.free?(metadata.name) }
      if found == property { return metadata.name.map { String(cString: $0) } }
    }
    return nil
  }
}
