import DaybookModel
import DaybookView
import Foundation

extension PredicateExpressions.Conjunction: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(.and([try translator.condition(lhs), try translator.condition(rhs)]))
  }
}

extension PredicateExpressions.Disjunction: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(.or([try translator.condition(lhs), try translator.condition(rhs)]))
  }
}

extension PredicateExpressions.Negation: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(.not(try translator.condition(wrapped)))
  }
}

extension PredicateExpressions.Conditional: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    let test = try translator.condition(test)
    let (yes, no) = (try translator.condition(trueBranch), try translator.condition(falseBranch))
    return .condition(.or([.and([test, yes]), .and([.not(test), no])]))
  }
}

extension PredicateExpressions.Equal: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(try translator.compare(lhs, .equal, rhs))
  }
}

extension PredicateExpressions.NotEqual: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(try translator.compare(lhs, .notEqual, rhs))
  }
}

extension PredicateExpressions.Comparison: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    let comparison: Condition.Comparison =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw Untranslatable(what: "a comparison of a later version of Foundation")
      }
    return .condition(try translator.compare(lhs, comparison, rhs))
  }
}

extension Translator {
  mutating func compare(
    _ left: some PredicateExpression, _ comparison: Condition.Comparison, _ right: some PredicateExpression
  ) throws -> Condition {
    let terms = (try term(left), try term(right))
    switch terms {
    case (.path(let left), .path(let right)):
      return .compareFields(try left.path(in: scope), comparison, try right.path(in: scope))
    case (_, .value(let value)): return try compare(terms.0, comparison, value)
    case (.value(let value), _): return try compare(terms.1, comparison.turned, value)
    case (.condition(let left), .condition(let right)):
      guard comparison == .equal || comparison == .notEqual else { break }
      let same = Condition.or([.and([left, right]), .and([.not(left), .not(right)])])
      return comparison == .equal ? same : .not(same)
    default: break
    }
    throw Untranslatable(
      what: "'\(comparison.rawValue)' between two computed values", advice: "compare a field with a value")
  }

  private func compare(
    _ term: Term, _ comparison: Condition.Comparison, _ value: JSONValue
  ) throws -> Condition {
    if case .condition(let condition) = term, let isTrue = value.bool {
      return (comparison == .equal) == isTrue ? condition : .not(condition)
    }
    if case .optional(let place, let condition) = term {
      let isNull = Condition.isNull(try place.path(in: scope))
      let same =
        value.isNull ? isNull : .and([.not(isNull), value == true ? condition : .not(condition)])
      return comparison == .equal ? same : .not(same)
    }
    return try term.condition(
      in: scope,
      { path in
        guard value.isNull else { return .compare(path, comparison, value) }
        return comparison == .notEqual ? .not(.isNull(path)) : .isNull(path)
      }, { $0.holds(comparison, value) })
  }
}

extension Condition.Comparison {
  /// With its sides swapped.
  fileprivate var turned: Condition.Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
