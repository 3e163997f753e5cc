import Benchmark
import Daybook
import Foundation
import Planner
import SAM

/// Benchmarks of operations too short for a process, on the mutations in `$DAYBOOK_BENCH_MUTATIONS`, in a ledger in
/// memory.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.cpuUser, .wallClock, .throughput], maxDuration: .seconds(3), maxIterations: 1_000_000)

  // Operations that are too short for the clock are repeated a thousand times in each sample.
  var kilo = Benchmark.defaultConfiguration
  kilo.scalingFactor = .kilo
  var few = Benchmark.defaultConfiguration
  few.maxIterations = 50

  Benchmark("parse a line", configuration: kilo) { benchmark in
    let lines = try Workload.lines()
    benchmark.startMeasurement()
    for number in benchmark.scaledIterations { blackHole(try JSONParser.parse(lines[number % lines.count])) }
  }

  Benchmark("parse a mutation", configuration: kilo) { benchmark in
    let lines = try Workload.lines()
    benchmark.startMeasurement()
    for number in benchmark.scaledIterations { blackHole(try Workload.mutation(lines[number % lines.count])) }
  }

  Benchmark("append 1000 events", configuration: few) { benchmark in
    let mutations = try Workload.lines().prefix(1000).map(Workload.mutation)
    let ledger = try Ledger.inMemory(systems: Workload.systems)
    benchmark.startMeasurement()
    try await ledger.append(mutations)
    benchmark.stopMeasurement()
  }

  Benchmark("get", configuration: kilo) { benchmark in
    let ledger = try await Workload.ledger.value
    let ids = try await ledger.query(Query(EvidenceItem.kind, limit: 1000)).rows.map(\.id)
    benchmark.startMeasurement()
    for number in benchmark.scaledIterations {
      blackHole(try await ledger.get(kind: EvidenceItem.kind, id: ids[number % ids.count]))
    }
  }

  for (name, query) in Workload.queries {
    Benchmark(name) { benchmark in
      let ledger = try await Workload.ledger.value
      blackHole(try await ledger.query(query))
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { blackHole(try await ledger.query(query)) }
    }
  }
}
