/// A contestant that does one experiment's work, round by round.
struct Contestant {
  enum Role: String {
    case daybook, peer
    /// The limit of the machine, without a ledger or database.
    case floor
    /// The speed of the disk at that time.
    case control
  }

  let name: String
  let role: Role
  /// One round: figures by name, several of one name where a program ran several times.
  let run: () throws -> [String: [Double]]

  init(_ name: String, _ role: Role, run: @escaping () throws -> [String: [Double]]) {
    (self.name, self.role, self.run) = (name, role, run)
  }

  /// A program; `prepare` is not counted.
  init(
    _ name: String, _ role: Role, count: Int = 1, isQuiet: Bool = false, environment: [String: String] = [:],
    prepare: @escaping () throws -> Void = {}, _ command: [String]
  ) {
    self.init(name, role) {
      try prepare()
      return try Program.measure(command, count: count, isQuiet: isQuiet, environment: environment)
    }
  }
}

/// An experiment: in each round, every contestant runs once.
struct Experiment {
  let name: String
  var rounds = 5
  let contestants: [Contestant]
  let rows: [Row]
}

/// A line of the table.
struct Row {
  let title: String
  var unit: Unit
  /// Of every contestant, or by contestant's name; those without a figure are left out.
  var figure = "seconds"
  var figures: [String: String] = [:]
  var aims: [Aim] = []

  func figure(of contestant: String) -> String { figures[contestant] ?? figure }
}

enum Unit: String {
  case seconds, milliseconds, perSecond, bytes, mebibytes

  var isMoreBetter: Bool { self == .perSecond }

  func text(_ value: Double) -> String {
    switch self {
    case .seconds: "\(value.rounded(3)) s"
    case .milliseconds: "\((value * 1000).rounded(3)) ms"
    case .perSecond: value >= 100_000 ? "\((value / 1000).rounded(3))k/s" : "\(value.rounded(3))/s"
    case .bytes: "\(value.rounded(3)) B"
    case .mebibytes: "\(value.rounded(3)) MiB"
    }
  }
}

/// The target of a row.
enum Aim {
  /// In the row's own unit, time in seconds.
  case atMost(Double)
  case atLeast(Double)
  /// At least this many times as good as another contestant.
  case timesAsGood(Double, as: String)

  func text(_ unit: Unit) -> String {
    switch self {
    case .atMost(let value): "<= \(unit.text(value))"
    case .atLeast(let value): ">= \(unit.text(value))"
    case .timesAsGood(let times, let other) where times >= 1: ">= \(times.rounded(3))x \(other)"
    case .timesAsGood(let times, let other): "<= \((1 / times).rounded(3))x \(other)"
    }
  }
}

extension Double {
  /// To so many significant digits, without an exponent.
  func rounded(_ digits: Int) -> String {
    guard isFinite, self != 0 else { return "0" }
    var step = 1.0
    var size = magnitude
    while size >= 10 { (size, step) = (size / 10, step * 10) }
    while size < 1 { (size, step) = (size * 10, step / 10) }
    for _ in 1..<digits { step /= 10 }
    if step >= 1 { return "\(Int(self.rounded()))" }
    var decimals = 0
    var unit = step
    while unit < 0.999 { (unit, decimals) = (unit * 10, decimals + 1) }
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int((self * Double(scale)).rounded())
    let rest = String(abs(whole) % scale)
    return (whole < 0 ? "-" : "") + "\(abs(whole) / scale)."
      + String(repeating: "0", count: decimals - rest.count) + rest
  }
}
