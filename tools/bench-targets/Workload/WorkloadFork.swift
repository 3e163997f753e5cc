import Daybook
import DaybookTestSupport

/// The events of another machine that started from the same state: half of the entities are the same ones, with
/// other values, a little earlier or later; the other half are its own.
struct WorkloadFork {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func event(_ event: WorkloadEvent) -> WorkloadEvent {
    var other = event
    other.time.milliseconds += Int64(random.below(40_001)) - 20_000
    other.counter = random.below(4)
    other.id = own(event.id)
    other.target = event.target.map(own)
    other.fields = event.fields.map { field in
      switch field.value {
      case .text(let text): (field.name, .text(text + " (b)"))
      case .flag(let isSet): (field.name, .flag(!isSet))
      case .reference(let id): (field.name, .reference(own(id)))
      default: field
      }
    }
    return other
  }

  private func own(_ id: WorkloadID) -> WorkloadID {
    if id.low & 1 == 1 { return id }
    var random = SeededRandom(seed: id.high ^ id.low)
    return WorkloadID(&random)
  }
}
