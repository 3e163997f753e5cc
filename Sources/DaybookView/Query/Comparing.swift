package import DaybookModel

extension JSONValue {
  /// The order of two values of one type: texts by their bytes, false before true. Nil if there is none: for null,
  /// arrays, objects and values of different types.
  func order(to other: JSONValue) -> ValueOrder? {
    switch (self, other) {
    case (.string(let a), .string(let b)): ValueOrder(a.utf8, b.utf8)
    case (.int(let a), .int(let b)): ValueOrder(a, b)
    case (.double(let a), .double(let b)): ValueOrder(a, b)
    case (.int(let a), .double(let b)): ValueOrder(a, b)
    case (.double(let a), .int(let b)): ValueOrder(b, a).reversed
    case (.number, .int), (.number, .double), (.number, .number), (.int, .number), (.double, .number):
      ValueOrder(numbers: self, other)
    case (.bool(let a), .bool(let b)): ValueOrder(a ? 1 : 0, b ? 1 : 0)
    default: nil
    }
  }

  /// Whether a comparison holds. Null is equal only to null, and neither less nor greater than anything;
  /// `!=` is always the opposite of `=`.
  package func holds(_ comparison: Condition.Comparison, _ other: JSONValue) -> Bool {
    if let order = order(to: other) { return comparison.holds(order) }
    return switch comparison {
    case .equal: self == other
    case .notEqual: self != other
    default: false
    }
  }
}

enum ValueOrder {
  case less, equal, greater

  init<Value: Comparable>(_ left: Value, _ right: Value) {
    self = left < right ? .less : left == right ? .equal : .greater
  }

  /// As they are written, since not every 64-bit integer is a double.
  init(_ left: Int64, _ right: Double) {
    if left.magnitude > 1 << 53 {
      self.init(numbers: .int(left), .double(right))
    } else {
      self.init(Double(left), right)
    }
  }

  init(numbers left: JSONValue, _ right: JSONValue) {
    guard let left = DecimalNumber(left), let right = DecimalNumber(right) else {
      self = .equal
      return
    }
    self.init(left, right)
  }

  init(_ left: String.UTF8View, _ right: String.UTF8View) {
    self =
      left.lexicographicallyPrecedes(right) ? .less : left.elementsEqual(right) ? .equal : .greater
  }

  var reversed: ValueOrder {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }
}

extension Condition.Comparison {
  @inline(__always)
  func holds(_ order: ValueOrder) -> Bool {
    switch self {
    case .equal: order == .equal
    case .notEqual: order != .equal
    case .less: order == .less
    case .lessOrEqual: order != .greater
    case .greater: order == .greater
    case .greaterOrEqual: order != .less
    }
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension ValueOrder {
  /// By bytes; a text comes before longer ones that begin with it.
  @inline(__always)
  init(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) {
    let common = min(left.count, right.count)
    let order =
      common == 0
      ? 0 : memcmp(left.baseAddress.unsafelyUnwrapped, right.baseAddress.unsafelyUnwrapped, common)
    self = order == 0 ? ValueOrder(left.count, right.count) : order < 0 ? .less : .greater
  }
}
