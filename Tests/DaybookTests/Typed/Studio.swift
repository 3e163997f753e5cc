import Daybook
import Foundation

// A made-up system whose fields have every plain type that an app has, one line each.

enum Mood: String, Codable, Sendable { case calm, tense }

enum Volume: String, Codable, CaseIterable, Sendable { case quiet, loud }

enum Level: Int, Codable, Sendable { case low = 1, middle = 5, high = 9 }

enum Payment: Codable, Sendable, Equatable {
  case free
  case fee(Decimal, dueOn: CivilDay?)
}

indirect enum Chord: Codable, Sendable, Equatable {
  case both(Chord, Chord)
  case note(Int)
}

struct Take: Codable, Sendable, Equatable {
  var title = ""
  var mood = Mood.calm
  var length = Duration.zero
  var comment: String?
}

struct Session: Entity {
  var id = ID()
  var title = ""
  var mood = Mood.tense
  var volume = Volume.quiet
  var level = Level.middle
  var payment = Payment.free
  var best = Take(title: "none", mood: .tense)
  var takes: [Take] = []
  var moods: [Mood] = []
  var reference = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var price = Decimal(0)
  var length = Duration.zero
  var page = URL(string: "https://example.org/none")!
  var chord = Chord.note(0)
  var roles: [String: Mood] = [:]
  var counts: [Int: Int] = [:]
  var maybeMood: Mood?
  var maybeLevel: Level?
  var maybePayment: Payment?
  var maybeTake: Take?
  var maybeTakes: [Take]?
  var maybeReference: UUID?
  var maybePrice: Decimal?
  var maybeLength: Duration?
  var maybePage: URL?
  var maybeChord: Chord?
  init() {}
  static let schema = Schema("studio.session")
}

extension System {
  static let studio = System("studio", version: 1, kinds: [Session.self])
}
