import Daybook
import DaybookModel
import DaybookView
import Foundation

/// Turns the expressions that `#Predicate` builds into conditions. Nothing is evaluated row by row.
struct Translator {
  /// The closure whose body is being read.
  private(set) var scope = 0
  private var scopeCount = 1
  private var variables: [PredicateExpressions.VariableID: Place] = [:]

  static func condition<E: Entity>(_ predicate: Predicate<E>) throws(LedgerError) -> Condition {
    var translator = Translator()
    translator.bind(predicate.variable.key, to: Place(scope: 0, names: [], isEntity: true))
    do {
      return try translator.term(predicate.expression).asCondition(in: 0)
    } catch let problem as Untranslatable {
      throw LedgerError(
        .usage,
        problem.isProperty
          ? "#Predicate<\(E.self)> asks for \(problem.what)"
          : "#Predicate<\(E.self)> has \(problem.what), which the ledger cannot evaluate",
        advice: problem.advice)
    } catch {
      throw LedgerError(.usage, "the ledger cannot evaluate #Predicate<\(E.self)>: \(error)", cause: error)
    }
  }

  mutating func bind(_ variable: PredicateExpressions.VariableID, to place: Place) {
    variables[variable] = place
  }

  func place(_ variable: PredicateExpressions.VariableID) throws -> Place {
    guard let place = variables[variable] else {
      throw Untranslatable(what: "a variable of another predicate")
    }
    return place
  }

  mutating func term(_ expression: some PredicateExpression) throws -> Term {
    if let known = expression as? any Translatable { return try known.term(&self) }
    // An expression that reads no field has a value already.
    if let value = try? expression.evaluate(PredicateBindings()) { return .value(try Self.json(value)) }
    let fields = fields(in: expression).map { "'\($0)'" }
    throw Untranslatable(
      what:
        "\(Self.name(of: expression)) on \(fields.isEmpty ? "a field" : fields.joined(separator: " and "))",
      advice: "compare the stored value with one that you compute first, or filter the fetched entities")
  }

  mutating func condition(_ expression: some PredicateExpression) throws -> Condition {
    try term(expression).asCondition(in: scope)
  }

  /// Reads the body of a closure whose argument is an element at `place`.
  mutating func condition(
    _ body: some PredicateExpression, of variable: PredicateExpressions.VariableID, areEntities: Bool
  ) throws -> Condition {
    let outer = scope
    scope = scopeCount
    scopeCount += 1
    defer { scope = outer }
    bind(variable, to: Place(scope: scope, names: [], isEntity: areEntities))
    return try condition(body)
  }

  /// A known value in its stored form.
  static func json(_ value: Any) throws -> JSONValue {
    guard let value = value as? any Encodable else {
      throw Untranslatable(what: "a value of type \(type(of: value))", advice: "it must be Encodable")
    }
    do {
      return try FieldEncoder.json(value)
    } catch {
      throw Untranslatable(what: "a value of type \(type(of: value)) that cannot be stored")
    }
  }

  /// `Arithmetic`, `StringContainsRegex`: the expression's name without its type parameters.
  static func name(of expression: Any) -> String {
    String(String(describing: type(of: expression)).prefix { $0 != "<" })
  }
}

/// An expression of `#Predicate` that has a meaning for the ledger.
protocol Translatable {
  func term(_ translator: inout Translator) throws -> Term
}

// The names of a predicate's parts in errors: `title.count`, never an address.

extension Translator {
  /// The error for a property that is not supported, with those that are.
  static func unknown<Root>(
    _ keyPath: PartialKeyPath<Root>, of root: Term, as type: Any.Type
  ) -> Untranslatable {
    let place = if case .path(let place) = root { place.names.joined(separator: ".") } else { "" }
    let property = name(of: keyPath) ?? "a computed property of type \(type)"
    let owner = place.isEmpty ? "\(Root.self)" : "'\(place)'"
    let what =
      name(of: keyPath).map { name in "'\(place.isEmpty ? name : place + "." + name)'" }
      ?? "\(property) of \(owner)"
    return Untranslatable(
      what: what + ", which is not a stored field", advice: advice(on: Root.self), isProperty: true)
  }

  /// The name of a property of the standard library that is not stored; nil for an app's computed property, whose name
  /// no key path contains.
  private static func name(of path: AnyKeyPath) -> String? {
    let texts: [(AnyKeyPath, String)] = [
      (\String.count, "count"), (\String.first, "first"), (\String.last, "last"), (\String.utf8, "utf8"),
      (\String.capitalized, "capitalized"), (\String.hash, "hash"), (\String.hashValue, "hashValue"),
    ]
    let dates: [(AnyKeyPath, String)] = [
      (\Date.timeIntervalSince1970, "timeIntervalSince1970"),
      (\Date.timeIntervalSinceNow, "timeIntervalSinceNow"),
      (\Date.wholeDay, "wholeDay"), (\UUID.uuidString, "uuidString"), (\URL.absoluteString, "absoluteString"),
      (\URL.host, "host"), (\Data.count, "count"), (\Int.magnitude, "magnitude"),
      (\Double.magnitude, "magnitude"),
    ]
    return (texts + dates).first { $0.0 == path }?.1
  }

  private static func advice<Root>(on type: Root.Type) -> String {
    switch type {
    case is String.Type:
      return "on a text, use ==, isEmpty, contains, starts(with:) or localizedStandardContains"
    case is any ListValue.Type:
      return "on a list, use isEmpty, count, contains or allSatisfy"
    case is Date.Type: return "compare the date itself with dates that you compute first"
    case let entity as any Entity.Type:
      return
        "its stored fields are \(entity.storedNames); store this value, too, or filter the fetched entities"
    case is any AnyRef.Type: return "use a stored field of the entity that it refers to"
    default: return "use the value itself, or filter the fetched entities"
    }
  }

  /// The fields that an expression reads, for errors: ` on 'number'`.
  mutating func fields(in expression: Any, depth: Int = 0) -> [String] {
    if let known = expression as? any Translatable, case .path(let place)? = try? known.term(&self) {
      return [place.path.description]
    }
    guard depth < 12 else { return [] }
    var names: [String] = []
    for child in Mirror(reflecting: expression).children {
      for name in fields(in: child.value, depth: depth + 1) where !names.contains(name) { names.append(name) }
    }
    return names
  }
}

extension Entity {
  /// For errors: `title, number and place`.
  fileprivate static var storedNames: String {
    let names = PropertyNames.of(Self.self).properties.map(\.name)
    return names.dropLast().joined(separator: ", ")
      + (names.last.map { names.count > 1 ? " and " + $0 : $0 } ?? "")
  }
}
