import Daybook

/// Measures; writes the table to the standard output and `FOLDER/bench.json` beside the ledger.
///
///     daybook-bench crm FOLDER PEOPLE EVIDENCE INSIGHTS
///     daybook-bench search FOLDER PEOPLE EVIDENCE INSIGHTS
///     daybook-bench vectors FOLDER COUNT DIMENSIONS
///     daybook-bench make-replicas FOLDER COUNT EVENTS
///     daybook-bench replicas FOLDER
///     daybook-bench audit FOLDER
@main struct Bench {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    switch (arguments.first, arguments.count, numbers.count) {
    case ("crm", 5, 3):
      try show(
        try await PracticeBench.run(
          arguments[1], people: numbers[0], evidence: numbers[1], insights: numbers[2]), arguments[1])
    case ("search", 5, 3):
      try show(
        try await SearchBench.run(
          arguments[1], people: numbers[0], evidence: numbers[1], insights: numbers[2]), arguments[1])
    case ("vectors", 4, 2):
      try show(try await VectorBench.run(count: numbers[0], dimensions: numbers[1]), arguments[1])
    case ("make-replicas", 4, 2): try await Fleet.make(arguments[1], count: numbers[0], events: numbers[1])
    case ("replicas", 2, 0): try show(try await FleetBench.run(arguments[1]), arguments[1])
    case ("audit", 2, 0): try show(try await AuditBench.run(arguments[1]), arguments[1])
    default:
      print(
        "usage: daybook-bench crm|search FOLDER PEOPLE EVIDENCE INSIGHTS | vectors FOLDER COUNT DIMENSIONS | make-replicas FOLDER COUNT EVENTS | replicas FOLDER | audit FOLDER"
      )
    }
  }

  private static func show(_ report: Report, _ folder: String) throws {
    print(report.table)
    try JSONFile.write(report.json, to: folder + "/bench.json")
  }
}
