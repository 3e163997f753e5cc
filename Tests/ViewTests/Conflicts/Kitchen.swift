import DaybookModel
import DaybookView
import FoundationEssentials

/// One field for each merge policy and type.
struct Recipe: Entity {
  var id = ID()
  var tags: [String] = []
  var cooked = 0
  var weight = 1.5
  var since: CivilDay?
  var tasted: Date?
  var best = ""
  var note = ""
  var steps: [String] = []
  var twice = 0
  init() {}

  static let schema = Schema("kitchen.recipe") {
    Merge(\.tags, .union)
    Renamed("labels", to: \.tags)
    Merge(\.cooked, .maximum)
    Merge(\.weight, .minimum)
    Merge(\.since, .minimum)
    Merge(\.tasted, .maximum)
    Merge(\.best, .maximum)
    Unique(\.best)
    Merge(\.note, .keepBoth)
    Merge(\.steps, .keepBoth)
    Projection(\.twice) { ($0.value("cooked").int).map { Int($0) * 2 } ?? 0 }
  }
}

extension System {
  static let kitchen = System("kitchen", version: 1, kinds: [Recipe.self])
}
