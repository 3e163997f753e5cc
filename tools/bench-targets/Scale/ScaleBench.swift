import Daybook
import Foundation

/// How time and memory grow with the ledger: the same at several sizes, by the command, in processes of their own.
struct ScaleBench {
  let folder: String
  let sizes: [Int]

  struct Point {
    let events: Int
    let value: Double
  }

  /// What is measured at each size, in the order of the table.
  static let figures: [(name: String, unit: Unit)] = [
    ("rebuild", .seconds), ("verify --deep", .seconds), ("get, snapshot there", .seconds),
    ("query newest 20, snapshot there", .seconds), ("memory of the rebuild", .mebibytes),
    ("memory of verify --deep", .mebibytes), ("memory of a get", .mebibytes),
    ("bytes an event, sealed", .bytes), ("bytes an event, with the cache", .bytes),
  ]

  func run() throws -> ScaleReport {
    var report = ScaleReport()
    for events in sizes {
      let values = try measure(PeerPlace(folder + "/scale-\(events)", events: events))
      for (figure, value) in zip(Self.figures, values) {
        report.add(Point(events: events, value: value), to: figure.name)
      }
      FileHandle.standardError.write(Data("\(events) events, load \(PeerBench.load())\n".utf8))
    }
    return report
  }

  private func measure(_ place: PeerPlace) throws -> [Double] {
    try Folder.create(place.folder)
    try place.makeLedger()
    let id = String(decoding: try Folder.bytes(place["own/id"]), as: UTF8.self)
    let environment = place.environment(place["own"])
    func run(_ arguments: [String], count: Int = 1) throws -> [String: [Double]] {
      try Program.measure(
        [place.daybook] + arguments + ["--ledger", place["own/ledger"]], count: count, isQuiet: true,
        environment: environment)
    }
    func median(_ figures: [String: [Double]], _ name: String) -> Double { (figures[name] ?? []).median }
    let get = ["get", WorkloadKind.message.name, id]
    var rebuilds: [String: [Double]] = [:]
    for _ in 0..<(place.events > 1_000_000 ? 1 : 3) {
      try Folder.remove(place["own/cache"])
      rebuilds.merge(try run(get)) { $0 + $1 }
    }
    let cold = try run(get, count: place.events > 1_000_000 ? 3 : 9)
    let newest = try run(
      [
        "query", "sam.evidenceItem", "--where", "state = 'needsReview'", "--sort", "-occurredAt", "--limit",
        "20",
      ],
      count: place.events > 1_000_000 ? 3 : 9)
    let deep = try run(["verify", "--deep"], count: place.events > 1_000_000 ? 1 : 3)
    let log = PeerPlace.size(place["own/ledger"])
    return [
      median(rebuilds, "process.wall"), median(deep, "process.wall"), median(cold, "process.wall"),
      median(newest, "process.wall"), median(rebuilds, "process.memory"), median(deep, "process.memory"),
      median(cold, "process.memory"), log / Double(place.events),
      (log + PeerPlace.size(place["own/cache"])) / Double(place.events),
    ]
  }
}

/// The figures by size.
struct ScaleReport {
  private(set) var points: [String: [ScaleBench.Point]] = [:]

  mutating func add(_ point: ScaleBench.Point, to name: String) { points[name, default: []].append(point) }

  /// Sizes as columns; at last how much the figure grew with the last tenfold of events, as an exponent: 1 is linear.
  var text: String {
    let sizes = (points.values.first ?? []).map(\.events)
    var rows = [["figure"] + sizes.map { "\($0)" } + ["exponent"]]
    for (name, unit) in ScaleBench.figures {
      let values = points[name] ?? []
      rows.append([name] + values.map { unit.text($0.value) } + [exponent(values)?.rounded(2) ?? "-"])
    }
    return PeerTable.aligned(rows)
  }

  private func exponent(_ values: [ScaleBench.Point]) -> Double? {
    guard values.count > 1 else { return nil }
    let (before, last) = (values[values.count - 2], values[values.count - 1])
    guard before.value > 0, last.value > 0, last.events > before.events else { return nil }
    return log(last.value / before.value) / log(Double(last.events) / Double(before.events))
  }

  var json: JSONValue {
    .array(
      ScaleBench.figures.map { name, unit in
        [
          "figure": .string(name), "unit": .string(unit.rawValue),
          "points": .array(
            (points[name] ?? []).map { ["events": .int(Int64($0.events)), "value": .double($0.value)] }),
        ]
      })
  }

  var svg: String {
    let charts: [(String, Unit)] = [("Time, seconds", .seconds), ("Memory, MiB", .mebibytes)]
    return Plot.svg(
      charts.map { title, unit in
        Plot.Chart(
          title: title,
          series: ScaleBench.figures.filter { $0.unit == unit }.map { figure in
            (figure.name, (points[figure.name] ?? []).map { (Double($0.events), $0.value) })
          })
      })
  }
}
