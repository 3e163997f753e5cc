import DaybookModel

/// Conditions on the elements of an array, which are values, not entities.
enum ElementTest {
  static func test(_ condition: Condition) throws(LedgerError) -> (JSONValue) -> Bool {
    switch condition {
    case .constant(let value): return { _ in value }
    case .and(let parts):
      var tests: [(JSONValue) -> Bool] = []
      for part in parts { tests.append(try test(part)) }
      return { value in tests.allSatisfy { $0(value) } }
    case .or(let parts):
      var tests: [(JSONValue) -> Bool] = []
      for part in parts { tests.append(try test(part)) }
      return { value in tests.contains { $0(value) } }
    case .not(let part):
      let test = try test(part)
      return { !test($0) }
    case .compare(let path, let comparison, let literal):
      return { read($0, path).canonicalInstant.holds(comparison, literal) }
    case .compareFields(let left, let comparison, let right):
      return { read($0, left).holds(comparison, read($0, right)) }
    case .isIn(let path, let values):
      let list = ValueList(values)
      return { list.contains(read($0, path)) }
    case .isNull(let path): return { read($0, path).isNull }
    case .contains(let path, let value):
      let needle = value.string.map { FoldedNeedle($0) }
      return { read($0, path).holds(value, needle) }
    case .matches(let path, let match, let text):
      return { read($0, path).matches(match, text) }
    case .any(let path, let inner):
      let test = try test(inner)
      return { read($0, path).array?.contains(where: test) ?? false }
    }
  }

  /// An empty path is the element itself; `count` at the end counts what is before it.
  private static func read(_ value: JSONValue, _ path: Condition.Path) -> JSONValue {
    let found = value.dug(path.names)
    if found.isNull, path.names.last == "count" {
      let whole = value.dug(path.names.dropLast())
      if let count = whole.array?.count { return .int(Int64(count)) }
    }
    return found
  }
}

extension JSONValue {
  fileprivate func dug(_ names: ArraySlice<String>) -> JSONValue { dug(Array(names)) }
}
