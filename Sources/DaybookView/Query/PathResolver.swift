import DaybookModel

/// What a path leads to.
struct ResolvedPath {
  enum Target: Equatable {
    /// The entity's id.
    case id
    /// The stamp of the entity's last write.
    case stamp
    /// The number of elements in an array or a relation.
    case count
    case field(FieldType)
    /// A field of a raw kind, or a part of a value whose type is not declared.
    case untyped
  }

  /// With former names replaced by the present ones.
  var path: Condition.Path
  var target: Target
  /// For a relation: the kind at its other end.
  var otherKind: String?
  var isToMany = false
  /// Whether output masks what the path leads to; a part of an array's element may be masked.
  var mayBeHidden = true
  /// For an instant, whether it may be a day without a time.
  var mayBeDay = false
}

/// Checks the paths of conditions, sort keys and fields against the schema.
struct PathResolver {
  let registry: SchemaRegistry

  /// The error in a path: which of its names is wrong, and what to do.
  struct Problem: Error {
    var what: String
    var advice: String?
  }

  func resolve(_ path: Condition.Path, of kind: String) throws(Problem) -> ResolvedPath {
    var resolved = try found(path, of: kind)
    resolved.mayBeHidden = registry.hides(path: resolved.path.names, of: kind)
    return resolved
  }

  private func found(_ path: Condition.Path, of kind: String) throws(Problem) -> ResolvedPath {
    var names = path.names
    guard !names.isEmpty, !names.contains("") else { throw Problem(what: "'\(path)' is not a path") }
    var kind = kind
    for index in names.indices {
      let isLast = index == names.count - 1
      guard let schema = registry[kind] else { return untyped(names, at: index, kind) }
      if names[index] == "_id" || names[index] == "id" || names[index] == schema.idAlias {
        names[index] = "id"
        guard isLast else { throw Problem(what: "\(names[index]) has no fields") }
        return ResolvedPath(path: Condition.Path(names), target: .id, otherKind: kind)
      }
      if names[index] == "_stamp", isLast {
        return ResolvedPath(path: Condition.Path(names), target: .stamp)
      }
      if names[index] == Row.erasedName {
        return try isLast
          ? ResolvedPath(path: Condition.Path(names), field: .array(.string))
          : nested(.array(.string), names, index)
      }
      let field = try field(&names[index], of: schema)
      if isLast {
        var resolved = ResolvedPath(path: Condition.Path(names), field: field.type)
        resolved.mayBeDay = field.mayBeDay
        return resolved
      }
      guard let next = try step(field, names, index) else {
        return try nested(field.type, names, index)
      }
      kind = next
    }
    throw Problem(what: "'\(path)' is not a path")
  }

  /// A path within an element of an array.
  func resolve(_ path: Condition.Path, within element: FieldType) throws(Problem) -> ResolvedPath {
    if element == .any { return ResolvedPath(path: path, target: .untyped) }
    return try nested(element, ["element"] + path.names, 0, from: 1)
  }

  private func field(_ name: inout String, of schema: KindSchema) throws(Problem) -> FieldSchema {
    if let former = schema.renames.first(where: { $0.former == name }) { name = former.name }
    guard let field = schema.field(name) else {
      throw Problem(
        what: "\(schema.kind) has no field '\(name)'",
        advice: Suggestion.advice(for: name, among: schema.fields.map(\.name)))
    }
    return field
  }

  /// The kind that the next name belongs to, when the field is a to-one relation.
  private func step(_ field: FieldSchema, _ names: [String], _ index: Int) throws(Problem) -> String? {
    switch field.type {
    case .one(let kind): return kind
    case .many:
      if index == names.count - 2, names[index + 1] == "count" { return nil }
      throw Problem(
        what: "\(field.name) leads to many entities",
        advice:
          "write: any \(names[...index].joined(separator: ".")) (\(names[(index + 1)...].joined(separator: ".")) …)"
      )
    default: return nil
    }
  }

  private func nested(
    _ type: FieldType, _ names: [String], _ index: Int, from first: Int = 0
  ) throws(Problem) -> ResolvedPath {
    var type = type
    let path = Condition.Path(Array(names[first...]))
    for position in names.indices[(index + 1)...] {
      switch type {
      case .many, .array:
        guard names[position] == "count", position == names.count - 1 else {
          throw Problem(
            what: "\(names[position - 1]) has many elements",
            advice:
              "write: any \(names[..<position].joined(separator: ".")) (\(names[position...].joined(separator: ".")) …)"
          )
        }
        return ResolvedPath(path: path, target: .count)
      case .object(let fields):
        guard let field = fields.first(where: { $0.name == names[position] }) else {
          throw Problem(
            what: "\(names[position - 1]) has no field '\(names[position])'",
            advice: Suggestion.advice(for: names[position], among: fields.map(\.name)))
        }
        type = field.type
      case .dictionary(let value): type = value
      case .any: return ResolvedPath(path: path, target: .untyped)
      default:
        throw Problem(what: "\(names[position - 1]) has no fields, so '\(names[position])' leads nowhere")
      }
    }
    return ResolvedPath(path: path, field: type)
  }

  private func untyped(_ names: [String], at index: Int, _ kind: String) -> ResolvedPath {
    let isLast = index == names.count - 1
    if isLast, names[index] == "_id" { return ResolvedPath(path: Condition.Path(names), target: .id) }
    if isLast, names[index] == "_stamp" { return ResolvedPath(path: Condition.Path(names), target: .stamp) }
    if names[index] == Row.erasedName, let resolved = try? nested(.array(.string), names, index) {
      return resolved
    }
    return ResolvedPath(path: Condition.Path(names), target: .untyped)
  }
}

extension ResolvedPath {
  init(path: Condition.Path, field type: FieldType) {
    self.init(path: path, target: .field(type))
    switch type {
    case .one(let kind): otherKind = kind
    case .many(let kind): (otherKind, isToMany) = (kind, true)
    default: break
    }
  }
}
