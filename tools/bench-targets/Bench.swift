import Daybook
import Foundation

/// Measures; writes the table to the standard output and `FOLDER/bench.json` beside the ledger.
///
///     daybook-bench crm FOLDER PEOPLE EVIDENCE INSIGHTS
///     daybook-bench search FOLDER PEOPLE EVIDENCE INSIGHTS
///     daybook-bench vectors FOLDER COUNT DIMENSIONS
///     daybook-bench planner FOLDER PIECES
///     daybook-bench make-replicas FOLDER COUNT EVENTS
///     daybook-bench replicas FOLDER
///     daybook-bench audit FOLDER
///     daybook-bench hostile FOLDER PERCENT [SHAPE…]
///     daybook-bench workload NAME EVENTS [fork]
///     daybook-bench make-ledger FOLDER EVENTS [fork MACHINE]
///     daybook-bench measure NAME …  (see ``Measures``)
///     daybook-bench peers FOLDER EVENTS [markdown] [alone] [ROUNDS] [EXPERIMENT…]
///     daybook-bench scale FOLDER EVENTS…
///     daybook-bench query LEDGER
///     daybook-bench read LEDGER TIMES
///     daybook-bench repeat TARGET LEDGER TIMES
@main struct Bench {
  static func main() async {
    do {
      try await run()
    } catch {
      // The text printed so far must be written out, too.
      fflush(nil)
      FileHandle.standardError.write(Data("daybook-bench: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() async throws {
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
    case ("planner", 3, 1):
      try show(try await PlannerBench.run(arguments[1], pieces: numbers[0]), arguments[1])
    case ("make-replicas", 4, 2): try await Fleet.make(arguments[1], count: numbers[0], events: numbers[1])
    case ("replicas", 2, 0): try show(try await FleetBench.run(arguments[1]), arguments[1])
    case ("query", 2, 0): print(try await QueryBench.run(arguments[1]).table)
    case ("audit", 2, 0): try show(try await AuditBench.run(arguments[1]), arguments[1])
    case ("hostile", 3..., 1...):
      guard try await HostileBench.run(arguments[1], scale: numbers[0], Array(arguments.dropFirst(3))) else {
        throw LedgerError("hostile", "a shape costs more than its bound")
      }
    case ("workload", 3, 1): try WorkloadFiles.write(arguments[1], events: numbers[0])
    case ("workload", 4, 1):
      try WorkloadFiles.write(arguments[1], events: numbers[0], isForked: arguments[3] == "fork")
    case ("make-ledger", 3, 1): try await WorkloadLedger.make(arguments[1], events: numbers[0])
    case ("make-ledger", 5, 1):
      try await WorkloadLedger.make(
        arguments[1], events: numbers[0], isForked: arguments[3] == "fork", machine: arguments[4])
    case ("measure", 3..., _): try await Measures.run(arguments[1], Array(arguments.dropFirst(2)))
    case ("peers", 3..., 1...): try peers(arguments[1], events: numbers[0], Array(arguments.dropFirst(3)))
    case ("scale", 3..., 1...):
      let report = try ScaleBench(folder: arguments[1], sizes: numbers).run()
      print(report.text)
      try JSONFile.write(report.json, to: arguments[1] + "/scale.json")
      try report.svg.write(toFile: arguments[1] + "/scale.svg", atomically: true, encoding: .utf8)
    case ("repeat", 4, 1): try RepeatedLedger.make(arguments[1], of: arguments[2], times: numbers[0])
    case ("read", 3, 1): print(try await ReadBench.run(arguments[1], count: numbers[0]).table)
    default:
      print(
        "usage: daybook-bench crm|search FOLDER PEOPLE EVIDENCE INSIGHTS | vectors FOLDER COUNT DIMENSIONS | planner FOLDER PIECES | make-replicas FOLDER COUNT EVENTS | replicas FOLDER | audit FOLDER | hostile FOLDER PERCENT [SHAPE…] | workload NAME EVENTS [fork] | make-ledger FOLDER EVENTS [fork MACHINE] | measure … | query LEDGER | read LEDGER TIMES | repeat TARGET LEDGER TIMES"
      )
    }
  }

  private static func peers(_ folder: String, events: Int, _ words: [String]) throws {
    var bench = PeerBench(place: PeerPlace(folder, events: events))
    bench.wanted = Set(words.filter(PeerBench.names.contains))
    bench.isAlone = words.contains("alone")
    bench.rounds = words.lazy.compactMap { Int($0) }.first
    let table = try bench.run()
    print(words.contains("markdown") ? table.markdown : table.text)
    try JSONFile.write(table.json, to: folder + "/bench.json")
  }

  private static func show(_ report: Report, _ folder: String) throws {
    print(report.table)
    try JSONFile.write(report.json, to: folder + "/bench.json")
  }
}
