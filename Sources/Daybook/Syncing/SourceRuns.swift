// When this machine last read each source. This is kept in the machine's state and never in the ledger: a run that
// changes nothing writes no event, but its user wants to know that it took place.

import DaybookLog
import DaybookModel
import DaybookReplication

struct SourceRuns: Equatable {
  /// By the source's id.
  private(set) var times: [String: Instant] = [:]

  init() {}

  private mutating func note(_ sources: [String], at time: Instant) {
    for source in sources { times[source] = time }
  }

  /// Empty if nothing was recorded, or the file is damaged: then the record begins anew.
  static func read(_ state: any FileStore, ledger: String) -> SourceRuns {
    let path = StateLayout.sources(ledger: ledger)
    return (try? state.readAll(path, sizeBytesMax: 64 << 20)).flatMap { SourceRuns($0) } ?? SourceRuns()
  }

  /// Records a run durably, and keeps those that other processes record.
  static func note(
    _ sources: [String], at time: Instant, in state: any FileStore, ledger: String
  ) throws {
    try SharedState.changing(state, ledger: ledger) {
      var runs = read(state, ledger: ledger)
      let before = runs
      runs.note(sources, at: time)
      if runs == before { return }
      try state.replaceFile(
        StateLayout.sources(ledger: ledger), with: runs.bytes, removingLeftovers: true)
    }
  }

  /// One JSON object and LF.
  private var bytes: [UInt8] {
    let sources = JSONObject(times.map { ($0.key, .string($0.value.description)) })
    let object: JSONObject = ["daybook": 1, "sources": .object(sources)]
    return JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
  }

  private init?(_ bytes: [UInt8]) {
    guard let object = (try? JSONParser.parse(bytes))?.object, object["daybook"]?.int == 1,
      let sources = object["sources"]?.object
    else { return nil }
    for member in sources {
      guard let time = member.value.string.flatMap({ Instant($0) }) else { return nil }
      times[member.key] = time
    }
  }
}
