package import DaybookModel

/// Vectors as JSON: lists of numbers.
package enum VectorText {
  package static func json(_ vectors: [[Float]]) -> JSONValue {
    .array(vectors.map { .array($0.map { .double(Double($0)) }) })
  }

  /// - Parameter source: where they are from, for the error.
  package static func vectors(_ value: JSONValue, _ source: String) throws(LedgerError) -> [[Float]] {
    guard let list = value.array else { throw LedgerError(.badData, "\(source) has no list of vectors") }
    var vectors: [[Float]] = []
    for item in list { vectors.append(try vector(item, source)) }
    return vectors
  }

  package static func vector(_ value: JSONValue, _ source: String) throws(LedgerError) -> [Float] {
    guard let numbers = value.array, numbers.count <= EmbeddingLimit.dimensionsMax else {
      throw LedgerError(
        .badData,
        "\(source) has a value that is not a vector, a list of up to \(EmbeddingLimit.dimensionsMax) numbers"
      )
    }
    var vector: [Float] = []
    vector.reserveCapacity(numbers.count)
    for number in numbers {
      // One too large for it becomes infinite, which is refused where vectors are checked.
      guard let double = number.double else {
        throw LedgerError(.badData, "\(source) has a vector with a value that is not a number")
      }
      vector.append(Float(double))
    }
    return vector
  }
}
