import Daybook

/// The times of one operation that was repeated, in milliseconds.
struct Measurement: Sendable {
  var name: String
  var milliseconds: [Double]

  var median: Double { milliseconds.sorted()[milliseconds.count / 2] }
  var worst: Double { milliseconds.max() ?? 0 }

  /// Runs it once to warm up if `warms`, then `count` times.
  static func of(
    _ name: String, count: Int = 15, warms: Bool = true, _ body: (Int) async throws -> Void
  ) async throws -> Measurement {
    if warms { try await body(-1) }
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 0..<count {
      let start = clock.now
      try await body(number)
      times.append((clock.now - start).milliseconds)
    }
    return Measurement(name: name, milliseconds: times)
  }

  /// `before` is not counted.
  static func after(
    _ name: String, count: Int = 15, before: (Int) async throws -> Void, _ body: () async throws -> Void
  ) async throws -> Measurement {
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 0..<count {
      try await before(number)
      let start = clock.now
      try await body()
      times.append((clock.now - start).milliseconds)
    }
    return Measurement(name: name, milliseconds: times)
  }
}

extension Duration {
  var milliseconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) * 1000 + Double(attoseconds) / 1e15
  }
}
