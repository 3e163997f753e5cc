import DaybookModel
public import DaybookView
public import Foundation

extension PredicateExpressions.Variable: Translatable {
  func term(_ translator: inout Translator) throws -> Term { .path(try translator.place(key)) }
}

extension PredicateExpressions.Value: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    if let range = value as? any KnownRange { return try range.term }
    return .value(try Translator.json(value))
  }
}

extension PredicateExpressions.NilLiteral: Translatable {
  func term(_ translator: inout Translator) throws -> Term { .value(.null) }
}

extension PredicateExpressions.KeyPath: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    let root = try translator.term(root)
    let unknown = { Translator.unknown(keyPath, of: root, as: Output.self) }
    if let known = try property(of: root, in: translator.scope) { return known }
    guard case .path(let place) = root else { throw unknown() }
    switch Root.Output.self {
    case let reference as any AnyRef.Type:
      switch reference.member(keyPath) {
      case .itself?: return .path(place)
      case .field(let name)?: return .path(place.adding(name))
      case nil: throw unknown()
      }
    case let entity as any Entity.Type:
      guard let name = entity.propertyName(keyPath) else { throw unknown() }
      return .path(place.adding(name))
    case let nested as any Decodable.Type:
      // Stored as its raw value.
      if (Root.Output.self as? any RawRepresentable.Type)?.isRawValue(keyPath) == true { return .path(place) }
      guard let name = NestedNames.name(of: keyPath, in: nested) else { throw unknown() }
      return .path(place.adding(name))
    default: throw unknown()
    }
  }

  /// The built-in properties of texts, arrays and relations; nil for other values.
  private func property(of root: Term, in scope: Int) throws -> Term? {
    let isText = Root.Output.self == String.self
    let isList = Root.Output.self is any ListValue.Type
    guard isText || isList else { return nil }
    if keyPath == \String.isEmpty {
      return .condition(
        try root.condition(in: scope, { .compare($0, .equal, "") }, { $0.string?.isEmpty ?? false }))
    }
    if let list = Root.Output.self as? any ListValue.Type, case .path(let place) = root {
      if list.isEmptyPath(keyPath) {
        return .condition(.compare(try place.adding("count").path(in: scope), .equal, 0))
      }
      if list.isCountPath(keyPath) { return .path(place.adding("count")) }
    }
    throw Translator.unknown(keyPath, of: root, as: Output.self)
  }
}

extension PredicateExpressions.OptionalFlatMap: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    guard case .path(let place) = try translator.term(wrapped) else {
      throw Untranslatable(what: "an optional chain on something other than a field")
    }
    translator.bind(variable.key, to: place)
    let result = try translator.term(transform)
    if case .condition(let condition) = result { return .optional(place, condition) }
    return result
  }
}

extension PredicateExpressions.ForcedUnwrap: Translatable {
  func term(_ translator: inout Translator) throws -> Term { try translator.term(inner) }
}

extension PredicateExpressions.NilCoalesce: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    let right = try translator.term(rhs)
    switch (try translator.term(lhs), right) {
    case (.path(let place), .value(let value)): return .coalesced(place, value)
    case (.optional(let place, let condition), .value(.bool(let isTrue))):
      let isNull = Condition.isNull(try place.path(in: translator.scope))
      return .condition(isTrue ? .or([isNull, condition]) : .and([.not(isNull), condition]))
    case (.value(let left), _): return left.isNull ? right : .value(left)
    default: throw Untranslatable(what: "'??' with two fields", advice: "compare each by itself")
    }
  }
}

extension PredicateExpressions.DictionaryKeySubscript: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    guard case .path(let place) = try translator.term(wrapped),
      case .value(.string(let name)) = try translator.term(key)
    else { throw Untranslatable(what: "a subscript with a key that is a field") }
    return .path(place.adding(name))
  }
}

extension Entity {
  fileprivate static func propertyName(_ path: AnyKeyPath) -> String? {
    (path as? PartialKeyPath<Self>).flatMap { PropertyNames.name(of: $0) }
  }
}

extension RawRepresentable {
  /// Whether the path leads to the raw value that is stored. Paths to the raw value through different witnesses differ,
  /// so the values are compared.
  fileprivate static func isRawValue(_ path: AnyKeyPath) -> Bool {
    guard let path = path as? KeyPath<Self, RawValue>, let type = RawValue.self as? any Equatable.Type else {
      return false
    }
    func isSame<Value: Equatable>(_: Value.Type, _ sample: Self) -> Bool {
      sample[keyPath: path] as? Value == sample.rawValue as? Value
    }
    // For an open enumeration, also an unknown value.
    let samples =
      EnumCases.all(of: Self.self) + ["\u{1}"].compactMap { ($0 as? RawValue).flatMap { Self(rawValue: $0) } }
    return !samples.isEmpty && samples.allSatisfy { isSame(type, $0) }
  }
}

/// Arrays, as far as key paths into them are concerned.
protocol ListValue {
  static func isEmptyPath(_ path: AnyKeyPath) -> Bool
  static func isCountPath(_ path: AnyKeyPath) -> Bool
  static var holdsReferences: Bool { get }
}

extension Array: ListValue {
  static func isEmptyPath(_ path: AnyKeyPath) -> Bool { path == \Self.isEmpty }
  static func isCountPath(_ path: AnyKeyPath) -> Bool { path == \Self.count }
  static var holdsReferences: Bool { Element.self is any AnyRef.Type }
}

// `#Predicate` writes `PredicateExpressions.build_KeyPath` for `$0.host?.name`. For a reference, the key path of the
// referenced entity is used, so that `Ref` needs no fields that other code could read.

extension PredicateExpressions {
  /// A field of the entity that a reference leads to. It cannot be evaluated without the ledger: `Predicate.evaluate`
  /// throws an error.
  // The macro's own spelling.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static func build_KeyPath<Root: PredicateExpression, Target: Entity, Value>(
    root: Root, keyPath: any Swift.KeyPath<Target, Value> & Sendable
  ) -> ForcedUnwrap<KeyPath<Root, Value?>, Value> where Root.Output == Ref<Target> {
    build_ForcedUnwrap(build_KeyPath(root: root, keyPath: \Ref<Target>[field: keyPath]))
  }
}
