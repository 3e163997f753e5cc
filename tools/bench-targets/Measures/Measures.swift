import Daybook

/// One operation of Daybook with the workload, measured in a process of its own; prints `NAME VALUE` lines, as the
/// peers' programs do. Times are in seconds.
///
///     daybook-bench measure log FOLDER FILE EVENTS BATCH
///     daybook-bench measure append FOLDER FILE EVENTS BATCH
///     daybook-bench measure append-locked FOLDER FILE EVENTS BATCH
///     daybook-bench measure lock FOLDER
///     daybook-bench measure admit FOLDER
///     daybook-bench measure concurrent FOLDER COMMITS TASKS
///     daybook-bench measure turns FOLDER COMMITS PROCESSES
///     daybook-bench measure queries FOLDER
///     daybook-bench measure typed|grdb FOLDER COUNT
///     daybook-bench measure pull FOLDER FOREIGN
///     daybook-bench measure apply FOLDER FOREIGN
enum Measures {
  static func run(_ name: String, _ arguments: [String]) async throws {
    let numbers = arguments.compactMap { Int($0) }
    switch (name, arguments.count, numbers.count) {
    case ("log", 4, 2):
      try await AppendMeasure.log(arguments[0], arguments[1], limit: numbers[0], batch: numbers[1])
    case ("append", 4, 2):
      try await AppendMeasure.ledger(arguments[0], arguments[1], limit: numbers[0], batch: numbers[1])
    case ("append-locked", 4, 2):
      try await AppendMeasure.ledger(
        arguments[0], arguments[1], limit: numbers[0], batch: numbers[1], isLocked: true)
    case ("lock", 1, _): try await LockMeasure.lock(arguments[0])
    case ("admit", 1, _): try await LockMeasure.admit(arguments[0])
    case ("concurrent", 3, 2):
      try await ConcurrentMeasure.run(arguments[0], count: numbers[0], tasks: numbers[1])
    case ("turns", 3, 2):
      try await TurnMeasure.run(arguments[0], count: numbers[0], processes: numbers[1])
    case ("turn", 3, 2):
      try await TurnMeasure.turn(arguments[0], count: numbers[0], number: numbers[1])
    case ("typed", 2, 1): try await TypedMeasure.ledger(arguments[0], count: numbers[0])
    case ("grdb", 2, 1): try await TypedMeasure.grdb(arguments[0], count: numbers[0])
    case ("queries", 1, _): try await QueryMeasure.run(arguments[0])
    case ("pull", 2, _): try await MergeMeasure.pull(arguments[0], from: arguments[1])
    case ("apply", 2, _): try await MergeMeasure.apply(arguments[0], from: arguments[1])
    default: throw LedgerError(.usage, "there is no measurement '\(name)' with these arguments")
    }
  }

  static func tell(_ name: String, _ value: Double) { print(name, value) }

  /// How long it takes, in seconds.
  static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start).milliseconds / 1000
  }
}
