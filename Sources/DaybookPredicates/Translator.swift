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
          : "#Predicate<\(E.self)> has \(problem.what), which cannot be asked of the ledger",
        advice: problem.advice)
    } catch {
      throw LedgerError(.usage, "#Predicate<\(E.self)> cannot be asked of the ledger: \(error)", cause: error)
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
    // What reads no field has a value already.
    if let value = try? expression.evaluate(PredicateBindings()) { return .value(try Self.json(value)) }
    let fields = fields(in: expression).map { "'\($0)'" }
    throw Untranslatable(
      what:
        "\(Self.name(of: expression)) on \(fields.isEmpty ? "a field" : fields.joined(separator: " and "))",
      advice: "compare the stored value with one that you work out before, or filter what was fetched")
  }

  mutating func condition(_ expression: some PredicateExpression) throws -> Condition {
    try term(expression).asCondition(in: scope)
  }

  /// Reads the body of a closure that is given the elements at `place`.
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

  /// `Arithmetic`, `StringContainsRegex`: the expression without what it is made of.
  static func name(of expression: Any) -> String {
    String(String(describing: type(of: expression)).prefix { $0 != "<" })
  }
}

/// An expression of `#Predicate` that has a meaning for the ledger.
protocol Translatable {
  func term(_ translator: inout Translator) throws -> Term
}
