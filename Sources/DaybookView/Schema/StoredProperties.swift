// The runtime's own calls, by which the standard library's mirrors read structs. A mirror makes a value of each property
// and finds out the types of all; each type that has not been used yet takes a look through all conformances of the
// program. Here the type of the one property that is meant is asked for alone, which its key path has used.

/// What the runtime says of a property besides its type: `_FieldReflectionMetadata` of the standard library.
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
  /// The name of a struct's property; nil where none of that type lies there.
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
