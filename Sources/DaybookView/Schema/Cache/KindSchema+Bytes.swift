import DaybookModel

// A kind's schema as bytes, without its code.

extension KindSchema {
  func write(to writer: inout SchemaWriter) {
    writer.write(kind)
    writer.write(version)
    writer.write(fields) { $1.write(to: &$0) }
    writer.write(relations) { $1.write(to: &$0) }
    writer.write(inverses) { $1.write(to: &$0) }
    writer.write(key?.field)
    writer.write(Int64(key?.normalizer.rawValue ?? 0))
    writer.write(uniques) { $0.write($1) }
    writer.write(dismissal?.field)
    if let dismissal {
      dismissal.dismissed.write(to: &writer)
      dismissal.restored.write(to: &writer)
    }
    writer.write(isPersonal)
    writer.write(idAlias)
    writer.write(renames) { writer, rename in
      writer.write(rename.former)
      writer.write(rename.name)
    }
    writer.write(indexed)
    writer.write(provided.sorted { $0.key < $1.key }) { writer, entity in
      writer.write(entity.key)
      writer.write(.object(entity.value))
    }
    writer.write(merges.sorted { $0.key < $1.key }) { writer, merge in
      writer.write(merge.key)
      writer.write(merge.value.rawValue)
    }
    writer.write(upcastFields)
    writer.write(hasGivenIDs)
    writer.write(declaredNaming != nil)
    if let declaredNaming { declaredNaming.write(to: &writer) }
  }

  init(_ reader: inout SchemaReader, _ code: DeclaredCode) throws(SchemaReader.Damaged) {
    typealias Reader = SchemaReader
    self.init(kind: try reader.text(), version: try reader.number())
    self.code = .declared(code)
    fields = try reader.list { reader throws(Reader.Damaged) in try FieldSchema(&reader) }
    relations = try reader.list { reader throws(Reader.Damaged) in try RelationSchema(&reader) }
    inverses = try reader.list { reader throws(Reader.Damaged) in try RelationSchema(&reader) }
    let (keyField, normalizer) = (try reader.textIfAny(), try reader.number())
    if let keyField {
      guard let normalizer = KeyNormalizer(rawValue: Int(normalizer)) else { throw Reader.Damaged() }
      key = NaturalKey(field: keyField, normalizer: normalizer)
    }
    uniques = try reader.list { reader throws(Reader.Damaged) in try reader.texts() }
    if let field = try reader.textIfAny() {
      dismissal = DismissalRule(
        field: field, dismissed: try DismissalRule.Value(&reader), restored: try DismissalRule.Value(&reader))
    }
    isPersonal = try reader.flag()
    idAlias = try reader.textIfAny()
    renames = try reader.list { reader throws(Reader.Damaged) in
      FieldRename(former: try reader.text(), name: try reader.text())
    }
    indexed = try reader.texts()
    for _ in 0..<(try reader.number()) { provided[try reader.text()] = try reader.object() }
    for _ in 0..<(try reader.number()) { merges[try reader.text()] = try reader.value() }
    upcastFields = try reader.texts()
    hasGivenIDs = try reader.flag()
    if try reader.flag() { declaredNaming = try NamingRule(&reader) }
  }
}

extension NamingRule {
  fileprivate func write(to writer: inout SchemaWriter) {
    writer.write(names)
    writer.write(addresses)
    writer.write(detail)
    writer.write(outOfUse)
  }

  fileprivate init(_ reader: inout SchemaReader) throws(SchemaReader.Damaged) {
    self.init()
    (names, addresses) = (try reader.texts(), try reader.texts())
    (detail, outOfUse) = (try reader.textIfAny(), try reader.textIfAny())
  }
}

extension DismissalRule.Value {
  fileprivate func write(to writer: inout SchemaWriter) {
    switch self {
    case .now: writer.write(false)
    case .value(let value):
      writer.write(true)
      writer.write(value)
    }
  }

  fileprivate init(_ reader: inout SchemaReader) throws(SchemaReader.Damaged) {
    self = try reader.flag() ? .value(try reader.json()) : .now
  }
}

extension RelationSchema {
  func write(to writer: inout SchemaWriter) {
    writer.write(name)
    writer.write(owner)
    writer.write(target)
    writer.write(isToMany)
    writer.write(inverse)
    writer.write(isInverseToMany)
    writer.write(onDelete.rawValue)
    writer.write(onTargetDelete.rawValue)
    writer.write(isAbout)
  }

  init(_ reader: inout SchemaReader) throws(SchemaReader.Damaged) {
    self.init(
      name: try reader.text(), owner: try reader.text(), target: try reader.text(),
      isToMany: try reader.flag(), inverse: try reader.textIfAny(), isInverseToMany: try reader.flag(),
      onDelete: try reader.value(), onTargetDelete: try reader.value(), isAbout: try reader.flag())
  }
}
