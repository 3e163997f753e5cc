/// Vectors of one length, a row each, in bytes: for each number, the nearest of 255 steps between the row's greatest
/// absolute value and its negative. It takes a quarter of the memory of a ``VectorMatrix``, for vectors in a file that
/// every process reads; the cosines are accurate to about a hundredth.
public struct ByteMatrix: Sendable, Equatable {
  package let dimensions: Int
  /// Steps in a row: a multiple of the lanes, the rest zeros.
  private let stride: Int
  /// Row by row.
  public private(set) var steps: [Int8] = []
  /// For each row, the factor for its steps that makes its length 1; 0 for a row of zeros.
  public private(set) var scales: [Float] = []

  /// The number of rows.
  public var count: Int { scales.count }

  private static let lanes = 16

  /// A matrix without rows.
  public init(dimensions: Int) {
    precondition(dimensions > 0, "a vector has numbers")
    self.dimensions = dimensions
    stride = Self.stride(dimensions)
  }

  private static func stride(_ dimensions: Int) -> Int { (dimensions + lanes - 1) / lanes * lanes }

  /// Nil if the sizes of the arrays do not match.
  public init?(dimensions: Int, steps: [Int8], scales: [Float]) {
    guard dimensions > 0, dimensions <= 1 << 20, steps.count == scales.count * Self.stride(dimensions),
      scales.allSatisfy({ $0.isFinite && $0 >= 0 })
    else { return nil }
    self.init(dimensions: dimensions)
    (self.steps, self.scales) = (steps, scales)
  }

  /// Appends a row; its number is the count before.
  ///
  /// - Parameter vector: finite numbers, as many as the matrix has columns.
  public mutating func append(_ vector: [Float]) {
    precondition(vector.count == dimensions, "a vector of another length")
    let greatest = vector.reduce(Float(0)) { max($0, abs($1)) }
    let row: [Int8] = vector.map { greatest > 0 ? Int8(($0 / greatest * 127).rounded()) : 0 }
    let square = row.reduce(0) { $0 + Int($1) * Int($1) }
    steps.append(contentsOf: row)
    steps.append(contentsOf: repeatElement(0, count: stride - dimensions))
    scales.append(square > 0 ? 1 / Float(square).squareRoot() : 0)
  }

  /// The rows with these numbers, in this order.
  public func rows(_ numbers: [Int]) -> ByteMatrix {
    var taken = ByteMatrix(dimensions: dimensions)
    taken.steps.reserveCapacity(numbers.count * stride)
    for row in numbers {
      taken.steps.append(contentsOf: steps[row * stride..<(row + 1) * stride])
      taken.scales.append(scales[row])
    }
    return taken
  }

  /// Removes a row by moving the last one to its place.
  public mutating func remove(_ row: Int) {
    precondition(row >= 0 && row < count, "no such row")
    let last = count - 1
    if row < last {
      for column in 0..<stride { steps[row * stride + column] = steps[last * stride + column] }
      scales[row] = scales[last]
    }
    steps.removeLast(stride)
    scales.removeLast()
  }

  /// The rows nearest to a vector, the nearest first; of equally near rows, the lower one. O(numbers).
  public func nearest(to vector: [Float], count wanted: Int) -> [VectorMatrix.Neighbour] {
    precondition(vector.count == dimensions, "a vector of another length")
    let length = vector.reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
    guard wanted > 0, count > 0, length > 0, length.isFinite else { return [] }
    let query = vector.map { $0 / length } + [Float](repeating: 0, count: stride - dimensions)
    var best = BoundedHeap(capacity: min(wanted, count))
    steps.withUnsafeBytes { steps in
      query.withUnsafeBytes { query in
        for row in 0..<count {
          let score = product(steps, row * stride, query) * scales[row]
          if score > best.least { best.insert(VectorMatrix.Neighbour(row: row, score: score)) }
        }
      }
    }
    return best.all.sorted { $0.score != $1.score ? $0.score > $1.score : $0.row < $1.row }
  }

  @inline(__always)
  private func product(
    _ steps: UnsafeRawBufferPointer, _ start: Int, _ query: UnsafeRawBufferPointer
  ) -> Float {
    var sum = SIMD16<Float>.zero
    var column = 0
    while column < stride {
      let row = steps.loadUnaligned(fromByteOffset: start + column, as: SIMD16<Int8>.self)
      let numbers = query.loadUnaligned(fromByteOffset: column * 4, as: SIMD16<Float>.self)
      sum += SIMD16<Float>(row) * numbers
      column += Self.lanes
    }
    return sum.sum()
  }
}
