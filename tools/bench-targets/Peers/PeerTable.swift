import Daybook
import Foundation

/// All outcomes of a run: as a table, in Markdown, and as JSON.
struct PeerTable {
  let place: PeerPlace
  private(set) var outcomes: [Outcome] = []

  init(place: PeerPlace) { self.place = place }

  mutating func add(_ outcome: Outcome) { outcomes.append(outcome) }

  static let columns = ["figure", "Daybook", "best peer", "floor", "x peer", "x floor", "aim", "reached"]

  /// A line for each row of each outcome in which Daybook has a figure; a further way of Daybook's to do it is a
  /// line of its own.
  var lines: [[String]] {
    outcomes.flatMap { outcome in
      outcome.experiment.rows.flatMap { row in
        outcome.experiment.contestants.filter { $0.role == .daybook && !outcome.values(row, $0.name).isEmpty }
          .filter { row.figures["Daybook"] == "none" || $0.name == "Daybook" }
          .map { line(row, $0.name, outcome) }
      }
    }
  }

  private func line(_ row: Row, _ name: String, _ outcome: Outcome) -> [String] {
    func text(_ name: String?, named: Bool = false) -> String {
      guard let name else { return "-" }
      return (named ? name + " " : "") + row.unit.text(outcome.values(row, name).median)
    }
    let (peer, floor) = (outcome.best(row, .peer), outcome.best(row, .floor) ?? outcome.best(row, .control))
    let reached = row.aims.map { outcome.isReached($0, row, name) }
    return [
      row.title, text(name), text(peer, named: true), text(floor),
      peer.flatMap { outcome.timesAsGood(row, name, as: $0) }?.rounded(3) ?? "-",
      floor.flatMap { outcome.timesAsGood(row, name, as: $0) }?.rounded(3) ?? "-",
      row.aims.isEmpty ? "-" : row.aims.map { $0.text(row.unit) }.joined(separator: ", "),
      reached.isEmpty ? "-" : reached.contains(nil) ? "unknown" : reached.contains(false) ? "no" : "yes",
    ]
  }

  /// Of every contestant: the median, and the least and the greatest of the rounds.
  var details: [[String]] {
    outcomes.flatMap { outcome in
      outcome.experiment.rows.filter { outcome.best($0, .daybook) != nil }.flatMap { row in
        outcome.experiment.contestants.compactMap { contestant -> [String]? in
          let values = outcome.values(row, contestant.name)
          guard let least = values.min(), let most = values.max() else { return nil }
          return [
            row.title, contestant.name, row.unit.text(values.median), row.unit.text(least),
            row.unit.text(most),
            "\(values.count)",
          ]
        }
      }
    }
  }

  private static let detailColumns = ["figure", "who", "median", "least", "most", "rounds"]

  var text: String {
    let tables = [[Self.columns] + lines, [Self.detailColumns] + details].map(Self.aligned)
    return (tables + [(disagreements + [about]).joined(separator: "\n")]).joined(separator: "\n\n")
  }

  /// Counts of the peers that differ although they should be equal.
  var disagreements: [String] {
    outcomes.flatMap { outcome in
      ["state_needsReview", "state_done", "found"].compactMap { figure -> String? in
        let counts = outcome.experiment.contestants.filter { $0.role != .daybook }.compactMap { contestant in
          outcome.samples[contestant.name]?[figure]?.first.map { (name: contestant.name, count: $0) }
        }
        guard Set(counts.map(\.count)).count > 1 else { return nil }
        return "\(outcome.experiment.name): they disagree on \(figure): "
          + counts.map { "\($0.name) \(Int($0.count))" }.joined(separator: ", ")
      }
    }
  }

  /// The table of the documentation.
  var markdown: String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let rule = row(Self.columns.map { _ in "---" })
    return ([row(Self.columns), rule] + lines.map(row)).joined(separator: "\n") + "\n\n" + about
  }

  private var about: String {
    let date = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)).description.prefix(10)
    let system = ProcessInfo.processInfo
    return "\(date), \(place.events) events, \(system.activeProcessorCount) cores, \(Self.processor), load "
      + "\(PeerBench.load()), \(system.operatingSystemVersionString)"
  }

  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown processor"
  }

  var json: JSONValue {
    [
      "about": .string(about), "events": .int(Int64(place.events)),
      "rows": .array(
        outcomes.flatMap { outcome in
          outcome.experiment.rows.map { row in
            [
              "experiment": .string(outcome.experiment.name), "figure": .string(row.title),
              "unit": .string(row.unit.rawValue),
              "values": .object(
                JSONObject(
                  outcome.experiment.contestants.map { contestant in
                    (contestant.name, .array(outcome.values(row, contestant.name).map { .double($0) }))
                  })),
              "aims": .array(
                row.aims.map { aim in
                  [
                    "aim": .string(aim.text(row.unit)),
                    "reached": outcome.isReached(aim, row, "Daybook").map { .bool($0) } ?? .null,
                  ]
                }),
            ]
          }
        }),
    ]
  }

  static func aligned(_ rows: [[String]]) -> String {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
