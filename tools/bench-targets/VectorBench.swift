import Daybook
import DaybookProviders
import DaybookSearch
import DaybookTestSupport

/// The nearest of many vectors, and what the built-in embedder takes for a text.
struct VectorBench {
  static func run(count: Int, dimensions: Int) async throws -> Report {
    var report = Report()
    var random = SeededRandom(seed: 1)
    func vector() -> [Float] { (0..<dimensions).map { _ in Float.random(in: -1...1, using: &random) } }
    var matrix = VectorMatrix(dimensions: dimensions)
    matrix.reserve(count)
    for _ in 0..<count { matrix.append(vector()) }
    let query = vector()
    let held = matrix
    report.add("resident", Double(count * dimensions * 4) / 1_048_576, "MB")
    report.add(
      try await .of("nearest 10 of \(count)") { _ in _ = held.nearest(to: query, count: 10) })
    report.add(
      try await .of("nearest 1000 of \(count)") { _ in _ = held.nearest(to: query, count: 1000) })
    let words = ["budget", "meeting", "engineers", "quarterly", "reviewed", "borrowing", "travels", "Lisbon"]
    let texts = (0..<200).map { _ in
      (0..<140).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    report.add(
      try await .of("200 pieces of a paragraph embedded, built in", count: 5) { _ in
        _ = try await BuiltInEmbedder().vectors(of: texts)
      })
    return report
  }
}
