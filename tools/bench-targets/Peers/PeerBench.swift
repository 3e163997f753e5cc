import Daybook
import Foundation

/// Compares Daybook with its alternatives on the same work, in turns.
struct PeerBench {
  let place: PeerPlace
  /// Of the experiments, by name; empty: all.
  var wanted: Set<String> = []
  /// Leaves out the peers.
  var isAlone = false
  var rounds: Int?

  static let names = [
    "rebuild", "commit", "concurrent", "turns", "log", "append", "typed", "get", "newest", "queries", "merge",
    "verify", "sizes", "locked",
  ]

  func run() throws -> PeerTable {
    try Folder.create(place.folder)
    var table = PeerTable(place: place)
    for name in Self.names where wanted.isEmpty || wanted.contains(name) {
      table.add(try measure(try experiment(name)))
    }
    return table
  }

  private func experiment(_ name: String) throws -> Experiment {
    switch name {
    case "rebuild": try place.rebuilding()
    case "commit": try place.committing()
    case "concurrent": try place.committingAtOnce()
    case "turns": try place.takingTurns()
    case "log": try place.logging()
    case "append": try place.appending()
    case "typed": try place.typing()
    case "get": try place.starting()
    case "newest": try place.filtering()
    case "queries": try place.asking()
    case "merge": try place.merging()
    case "verify": try place.verifying()
    case "locked": try place.locking()
    default: try place.sizing()
    }
  }

  private func measure(_ experiment: Experiment) throws -> Outcome {
    var outcome = Outcome(experiment: experiment)
    var failed: Set<String> = []
    for round in 0..<(rounds ?? experiment.rounds) {
      say("\(experiment.name): round \(round + 1), load \(Self.load())")
      for contestant in experiment.contestants where !failed.contains(contestant.name) {
        if isAlone, contestant.role != .daybook { continue }
        do {
          outcome.add(contestant.name, try contestant.run())
        } catch {
          // Without the ledger there is nothing to compare; an unavailable peer is left out.
          if contestant.role == .daybook { throw error }
          failed.insert(contestant.name)
          say("left out: \(contestant.name): \(error)")
        }
      }
    }
    return outcome
  }

  private func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

  static func load() -> String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.map(String.init) ?? "unknown"
  }
}

/// The result of an experiment: for each contestant and figure, a value for each round.
struct Outcome {
  let experiment: Experiment
  private(set) var samples: [String: [String: [Double]]] = [:]

  init(experiment: Experiment) { self.experiment = experiment }

  /// Of several values in one round the median counts.
  mutating func add(_ contestant: String, _ figures: [String: [Double]]) {
    for (name, values) in figures where !values.isEmpty {
      samples[contestant, default: [:]][name, default: []].append(values.median)
    }
  }

  func values(_ row: Row, _ contestant: String) -> [Double] {
    samples[contestant]?[row.figure(of: contestant)] ?? []
  }

  /// How many times as good the first is as the second: the median of the rounds' ratios, since a machine may be
  /// slow for a while for everybody.
  func timesAsGood(_ row: Row, _ contestant: String, as other: String) -> Double? {
    let ratios = zip(values(row, contestant), values(row, other)).map { own, other in
      row.unit.isMoreBetter ? own / other : other / own
    }
    return ratios.isEmpty ? nil : ratios.median
  }

  /// Of those who take part in the row, the one with the best median.
  func best(_ row: Row, _ role: Contestant.Role) -> String? {
    let names = experiment.contestants.filter { $0.role == role && !values(row, $0.name).isEmpty }.map(\.name)
    return names.min { left, right in
      let (left, right) = (values(row, left).median, values(row, right).median)
      return row.unit.isMoreBetter ? left > right : left < right
    }
  }

  func isReached(_ aim: Aim, _ row: Row, _ contestant: String) -> Bool? {
    let own = values(row, contestant)
    guard !own.isEmpty else { return nil }
    switch aim {
    case .atMost(let value): return own.median <= value
    case .atLeast(let value): return own.median >= value
    case .timesAsGood(let times, let other):
      return timesAsGood(row, contestant, as: other).map { $0 >= times }
    }
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    return isEmpty ? 0 : (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
