import DaybookModel

// A field's schema as bytes.

extension FieldSchema {
  func write(to writer: inout SchemaWriter) {
    writer.write(name)
    type.write(to: &writer)
    writer.write(isOptional)
    writer.write(defaultValue)
    writer.write(isProjection)
    writer.write(derivedFrom)
    writer.write(isSensitive)
    writer.write(isUnsearched)
    writer.write(mayBeDay)
    writer.write(isBlob)
    writer.write(merge?.rawValue)
    writer.write(stampDefault.map { $0 == .first ? "first" : "last" })
  }

  init(_ reader: inout SchemaReader) throws(SchemaReader.Damaged) {
    self.init(
      name: try reader.text(), type: try FieldType(&reader, depth: 0), isOptional: try reader.flag(),
      defaultValue: try reader.json())
    isProjection = try reader.flag()
    derivedFrom = try reader.texts()
    isSensitive = try reader.flag()
    isUnsearched = try reader.flag()
    mayBeDay = try reader.flag()
    isBlob = try reader.flag()
    if let name = try reader.textIfAny() {
      guard let policy = MergePolicy(rawValue: name) else { throw SchemaReader.Damaged() }
      merge = policy
    }
    switch try reader.textIfAny() {
    case nil: stampDefault = nil
    case "first"?: stampDefault = .first
    case "last"?: stampDefault = .last
    default: throw SchemaReader.Damaged()
    }
  }
}

extension FieldType {
  private static let depthMax = 32

  /// The types without parts, by number.
  private static let plain: [FieldType] = [
    .string, .bool, .int, .double, .decimal, .instant, .day, .uuid, .data, .any,
  ]

  fileprivate func write(to writer: inout SchemaWriter) {
    switch self {
    case .enumeration(let known):
      writer.write(Int64(100))
      writer.write(known)
    case .one(let kind):
      writer.write(Int64(101))
      writer.write(kind)
    case .many(let kind):
      writer.write(Int64(102))
      writer.write(kind)
    case .array(let element):
      writer.write(Int64(103))
      element.write(to: &writer)
    case .dictionary(let value):
      writer.write(Int64(104))
      value.write(to: &writer)
    case .object(let fields):
      writer.write(Int64(105))
      writer.write(fields) { $1.write(to: &$0) }
    default: writer.write(Int64(Self.plain.firstIndex(of: self) ?? Self.plain.count - 1))
    }
  }

  fileprivate init(_ reader: inout SchemaReader, depth: Int) throws(SchemaReader.Damaged) {
    guard depth < Self.depthMax else { throw SchemaReader.Damaged() }
    let number = try reader.number()
    switch number {
    case 100: self = .enumeration(try reader.texts())
    case 101: self = .one(try reader.text())
    case 102: self = .many(try reader.text())
    case 103: self = .array(try FieldType(&reader, depth: depth + 1))
    case 104: self = .dictionary(try FieldType(&reader, depth: depth + 1))
    case 105:
      self = .object(
        try reader.list { reader throws(SchemaReader.Damaged) in try FieldSchema(&reader) })
    case 0..<Int64(Self.plain.count): self = Self.plain[Int(number)]
    default: throw SchemaReader.Damaged()
    }
  }
}
