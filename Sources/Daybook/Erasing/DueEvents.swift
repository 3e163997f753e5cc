import DaybookLog
import DaybookModel

/// The erase events of which the texts are to go.
struct DueEvents {
  var lines: [EraseEvent]
  /// All that say something of an erasure as a whole.
  var acts: [EraseEvent]

  var all: [EraseEvent] { lines + acts }

  /// Whose lines they name.
  var replicas: Set<ReplicaID> {
    Set(lines.compactMap { if case .line(let line) = $0.act { line.replica } else { nil } })
  }

  /// The id of an erasure that names the line.
  var erasureOfLine: [Hash256: String] {
    var found: [Hash256: String] = [:]
    for event in lines { if case .line(let line) = event.act { found[line.leaf] = event.erasure.id } }
    return found
  }

  /// The same for the same lines.
  var signature: Hash256 {
    let keys = lines.compactMap { $0.lineKey?.description }.sorted()
    return Hash256.of(Array(keys.joined().utf8).span)
  }
}

extension EraseEvent {
  func names(_ replica: ReplicaID) -> Bool {
    if case .line(let line) = act { line.replica == replica } else { false }
  }
}
