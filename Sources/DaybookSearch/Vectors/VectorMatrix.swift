/// Vectors of one dimension in one block of memory, a row each, scaled to length 1: the scores are cosines.
///
/// A search for the nearest compares with every row, exactly: there is no index that could miss rows or must be built.
/// 100,000 rows of 384 numbers take 154 MB, and are compared about as fast as memory is read.
public struct VectorMatrix: Sendable {
  /// The length of each row.
  public let dimensions: Int
  /// Numbers in a row: a multiple of the lanes, the rest zeros.
  private let stride: Int
  private var numbers: [Float] = []
  package private(set) var count = 0

  private static let lanes = 16

  /// A matrix without rows.
  public init(dimensions: Int) {
    precondition(dimensions > 0, "a vector has numbers")
    self.dimensions = dimensions
    stride = (dimensions + Self.lanes - 1) / Self.lanes * Self.lanes
  }

  package mutating func reserve(_ count: Int) { numbers.reserveCapacity(count * stride) }

  /// Appends a row; its number is the count before.
  ///
  /// - Parameter vector: finite numbers, as many as the matrix has columns. One of zeros is near nothing.
  public mutating func append(_ vector: some RandomAccessCollection<Float>) {
    precondition(vector.count == dimensions, "a vector of another length")
    let scale = Self.scale(vector)
    for number in vector { numbers.append(Float(Double(number) * scale)) }
    for _ in dimensions..<stride { numbers.append(0) }
    count += 1
  }

  /// Removes a row by moving the last one to its place.
  public mutating func remove(_ row: Int) {
    precondition(row >= 0 && row < count, "no such row")
    count -= 1
    if row < count {
      for column in 0..<stride { numbers[row * stride + column] = numbers[count * stride + column] }
    }
    numbers.removeLast(stride)
  }

  /// One over the length; 0 where that is 0. In doubles, where no square of a Float is too large.
  private static func scale(_ vector: some RandomAccessCollection<Float>) -> Double {
    let length = vector.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    return length > 0 ? 1 / length : 0
  }

  /// A row that is near to a vector.
  public struct Neighbour: Sendable, Equatable {
    /// The row's number, from 0.
    public var row: Int
    /// The cosine, -1 to 1.
    public var score: Float
  }

  /// The rows nearest to a vector, the nearest first; of equally near rows, the lower one. O(numbers), on one thread:
  /// two would not be faster, because memory is the limit.
  public func nearest(to vector: [Float], count wanted: Int) -> [Neighbour] {
    precondition(vector.count == dimensions, "a vector of another length")
    let scale = Self.scale(vector)
    guard wanted > 0, count > 0, scale > 0 else { return [] }
    let query = vector.map { Float(Double($0) * scale) } + [Float](repeating: 0, count: stride - dimensions)
    var best = BoundedHeap(capacity: min(wanted, count))
    numbers.withUnsafeBufferPointer { numbers in
      query.withUnsafeBufferPointer { query in
        guard let numbers = numbers.baseAddress, let query = query.baseAddress else { return }
        for row in 0..<count {
          let score = Self.product(numbers + row * stride, query, stride)
          if score > best.least { best.insert(Neighbour(row: row, score: score)) }
        }
      }
    }
    return best.all.sorted(by: Self.precedes)
  }

  private static func precedes(_ left: Neighbour, _ right: Neighbour) -> Bool {
    left.score != right.score ? left.score > right.score : left.row < right.row
  }

  /// The sum of products, in two sums of 16 numbers each, which do not depend on each other.
  @inline(__always)
  private static func product(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int
  ) -> Float {
    let left = UnsafeRawPointer(left)
    let right = UnsafeRawPointer(right)
    var (a, b) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
    var offset = 0
    let end = count * 4
    while offset + 128 <= end {
      a +=
        left.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
        * right.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
      b +=
        left.loadUnaligned(fromByteOffset: offset + 64, as: SIMD16<Float>.self)
        * right.loadUnaligned(fromByteOffset: offset + 64, as: SIMD16<Float>.self)
      offset += 128
    }
    if offset < end {
      a +=
        left.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
        * right.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
    }
    return (a + b).sum()
  }
}
