import Daybook
import DaybookTestSupport
import Foundation

/// A contact as an app declares it: a unique address, two fields that are asked for, and six more.
struct Contact: Entity, Codable {
  var id = ID()
  var email = ""
  var name = ""
  var city = ""
  var age = 0
  var score = 0.0
  var isActive = false
  var note: String?
  var createdAt = Date(timeIntervalSince1970: 0)

  static let schema = Schema("bench.contact") {
    Key(\.email, .trimmedLowercased)
    Indexed(\.age, \.score)
  }

  static let system = System("bench", version: 1, kinds: [Contact.self])
  /// So many have one age.
  static let ages = 100

  /// What the contact of a number is: the same for everybody.
  struct Facts {
    let email, name, city: String
    let age: Int
    let score: Double
    let isActive: Bool
    let note: String?
    let createdAt: Date

    init(_ number: Int) {
      var random = SeededRandom(seed: UInt64(number) &+ 11)
      email = "contact.\(number)@example.org"
      name = "\(Self.names[Int(random.next() % 8)]) \(Self.names[Int(random.next() % 8)])"
      city = Self.cities[Int(random.next() % 5)]
      age = number % Contact.ages
      score = Double(random.next() % 1_000_000) / 1000
      isActive = random.next() % 2 == 0
      note = random.next() % 3 == 0 ? "met in \(city), call again" : nil
      createdAt = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
    }

    private static let names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]
    private static let cities = ["Bonn", "Graz", "Lund", "Metz", "York"]
  }

  init() {}

  init(_ facts: Facts) {
    (email, name, city, age) = (facts.email, facts.name, facts.city, facts.age)
    (score, isActive, note, createdAt) = (facts.score, facts.isActive, facts.note, facts.createdAt)
  }
}
