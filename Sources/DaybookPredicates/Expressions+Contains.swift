import DaybookModel
import DaybookView
import Foundation

/// `values.contains($0.field)`, `$0.tags.contains("x")`, `$0.linkedPeople.contains(person)`
extension PredicateExpressions.SequenceContains: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    let scope = translator.scope
    let element = try translator.term(element)
    switch try translator.term(sequence) {
    case .value(let values):
      let list = values.array ?? []
      return .condition(try element.condition(in: scope, { .isIn($0, list) }, { list.contains($0) }))
    case .path(let place):
      guard case .value(let value) = element else {
        throw Untranslatable(
          what: "'contains' of one field by another", advice: "read one of them into a variable first")
      }
      let path = try place.path(in: scope)
      if (LHS.Output.self as? any ListValue.Type)?.holdsReferences == true {
        return .condition(.contains(path, value))
      }
      return .condition(.any(path, .compare(Condition.Path([]), .equal, value)))
    default: throw Untranslatable(what: "'contains' on a computed value")
    }
  }
}

/// `$0.attendees.contains { $0.email == email }`
extension PredicateExpressions.SequenceContainsWhere: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(try translator.any(sequence, test, variable.key))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(.not(try translator.any(sequence, test, variable.key, isNegated: true)))
  }
}

extension Translator {
  mutating func any<Elements: PredicateExpression>(
    _ elements: Elements, _ test: some PredicateExpression, _ variable: PredicateExpressions.VariableID,
    isNegated: Bool = false
  ) throws -> Condition {
    guard case .path(let place) = try term(elements) else {
      throw Untranslatable(
        what: "a closure over values that are not a field", advice: "write values.contains($0.field)")
    }
    let path = try place.path(in: scope)
    let areEntities = (Elements.Output.self as? any ListValue.Type)?.holdsReferences == true
    let inner = try condition(test, of: variable, areEntities: areEntities)
    return .any(path, isNegated ? .not(inner) : inner)
  }
}

/// `$0.title.contains("part")`, byte for byte.
extension PredicateExpressions.CollectionContainsCollection: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(try translator.matches(base, .holds, other))
  }
}

extension PredicateExpressions.SequenceStartsWith: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    .condition(try translator.matches(base, .begins, prefix))
  }
}

extension Translator {
  fileprivate mutating func matches(
    _ whole: some PredicateExpression, _ match: Condition.TextMatch, _ part: some PredicateExpression
  ) throws -> Condition {
    guard case .value(.string(let part)) = try term(part) else {
      throw Untranslatable(what: "a search for something other than a constant text")
    }
    return try term(whole).condition(
      in: scope, { .matches($0, match, part) },
      { match == .begins ? $0.string?.hasPrefix(part) ?? false : $0.string?.contains(part) ?? false })
  }

  mutating func folded(
    _ whole: some PredicateExpression, contains part: some PredicateExpression
  ) throws -> Condition {
    guard case .value(.string(let part)) = try term(part) else {
      throw Untranslatable(what: "a search for something other than a constant text")
    }
    return try term(whole).condition(
      in: scope, { .contains($0, .string(part)) },
      { $0.string.map { FoldedNeedle(part).isIn($0) } ?? false })
  }
}

// MARK: Ranges

extension PredicateExpressions.Range: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    try translator.range(lower, upper, includesUpper: false)
  }
}

extension PredicateExpressions.ClosedRange: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    try translator.range(lower, upper, includesUpper: true)
  }
}

extension Translator {
  fileprivate mutating func range(
    _ lower: some PredicateExpression, _ upper: some PredicateExpression, includesUpper: Bool
  ) throws -> Term {
    guard case .value(let lower) = try term(lower), case .value(let upper) = try term(upper) else {
      throw Untranslatable(what: "a range with a field as its bound", advice: "write two comparisons")
    }
    return .range(lower: lower, upper: upper, includesUpper: includesUpper)
  }
}

extension PredicateExpressions.RangeExpressionContains: Translatable {
  func term(_ translator: inout Translator) throws -> Term {
    guard case .range(let lower, let upper, let includesUpper) = try translator.term(range) else {
      throw Untranslatable(what: "a range that is not known")
    }
    let last: Condition.Comparison = includesUpper ? .lessOrEqual : .less
    let element = try translator.term(element)
    return .condition(
      try element.condition(
        in: translator.scope,
        { path in
          .and(
            (lower.map { [.compare(path, .greaterOrEqual, $0)] } ?? [])
              + (upper.map { [.compare(path, last, $0)] } ?? []))
        },
        { value in
          lower.map { value.holds(.greaterOrEqual, $0) } ?? true
            && upper.map { value.holds(last, $0) } ?? true
        }))
  }
}

/// A range that was made outside of the predicate.
protocol KnownRange {
  var term: Term { get throws }
}

extension Range: KnownRange {
  var term: Term {
    get throws {
      .range(
        lower: try Translator.json(lowerBound), upper: try Translator.json(upperBound), includesUpper: false)
    }
  }
}

extension ClosedRange: KnownRange {
  var term: Term {
    get throws {
      .range(
        lower: try Translator.json(lowerBound), upper: try Translator.json(upperBound), includesUpper: true)
    }
  }
}

extension PartialRangeFrom: KnownRange {
  var term: Term {
    get throws { .range(lower: try Translator.json(lowerBound), upper: nil, includesUpper: false) }
  }
}

extension PartialRangeThrough: KnownRange {
  var term: Term {
    get throws { .range(lower: nil, upper: try Translator.json(upperBound), includesUpper: true) }
  }
}

extension PartialRangeUpTo: KnownRange {
  var term: Term {
    get throws { .range(lower: nil, upper: try Translator.json(upperBound), includesUpper: false) }
  }
}
