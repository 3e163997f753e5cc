/// How a type describes itself when it decodes itself: references, open enumerations and arrays do so. This needs no
/// cast to a protocol, which would search all conformances of the program.
final class TypeDescription {
  private let described: any Any.Type
  private(set) var type: FieldType?
  /// Whether it asked for a container with keys, as structs do.
  private(set) var hasKeys = false
  private var isReference = false
  private var refusal: (any Error)?

  private init(of described: any Any.Type) { self.described = described }

  static func of<Value: Decodable>(_ type: Value.Type, depth: Int) throws -> TypeDescription {
    let description = TypeDescription(of: type)
    let heard = ProbeDecoder.Heard()
    heard.description = description
    _ = try? Value(from: ProbeDecoder(heard: heard, depth: depth + 1))
    if let refusal = description.refusal { throw refusal }
    return description
  }

  func hearKeys() { hasKeys = true }

  /// The type that a decoder is asked to decode; types within it do not describe it.
  func hear<Value>(_ speaker: Value.Type, is type: FieldType, isReference: Bool = false) {
    guard speaker == described else { return }
    (self.type, self.isReference) = (type, isReference)
  }

  func hear<Element: Decodable>(elements: Element.Type, depth: Int) {
    guard described == [Element].self else { return }
    if Element.self == Blob.self {
      refusal = SchemaRefusal.nestedBlob
      return
    }
    do {
      let element = try Self.of(elements, depth: depth)
      if case .one(let kind)? = element.type, element.isReference {
        type = .many(kind)
      } else {
        type = .array(try element.type ?? FieldType(describing: elements, depth: depth))
      }
    } catch {
      refusal = error
    }
  }
}

extension Decoder {
  /// Used to determine a type, not a value.
  var typeDescription: TypeDescription? { (self as? ProbeDecoder)?.heard.description }
}
