import Daybook

/// Compares the cost of hostile ledgers with that of plain ones in the same run: a shape may cost a few times as much,
/// but must not grow with a higher power of its size. Prints a verdict for each; fails if one exceeds its bound.
enum HostileBench {
  /// - Parameter scale: the size, in percent of the stated sizes.
  static func run(_ folder: String, scale: Int, _ wanted: [String]) async throws -> Bool {
    var areAllWithin = true
    print("shape            size                                hostile        plain   ratio   bound")
    for shape in HostileShapes(scale: Double(scale) / 100).all
    where wanted.isEmpty || wanted.contains(shape.name) {
      let place = "\(folder)/\(shape.name)"
      try Folder.remove(place)
      let plain = try await shape.milliseconds(shape.plain, in: place)
      let hostile = try await shape.milliseconds(shape.hostile, in: place)
      // A very short time is measured too coarsely to be a divisor.
      let ratio = hostile / max(plain, 20)
      let isWithin = ratio <= shape.ratioMax
      areAllWithin = areAllWithin && isWithin
      print(
        left(shape.name, 17) + left(shape.size, 30) + right("\(Int(hostile)) ms", 13)
          + right("\(Int(plain)) ms", 13) + right(tenths(ratio), 8) + right(tenths(shape.ratioMax), 8)
          + (isWithin ? "  within" : "  TOO SLOW"))
    }
    print("memory at most: \(Int(Folder.peakMemoryMegabytes)) MB")
    return areAllWithin
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
