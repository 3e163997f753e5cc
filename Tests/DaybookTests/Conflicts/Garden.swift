import Daybook

/// A small system with a rule of every kind that machines may break together.
struct Plant: Entity {
  var id = ID()
  var name = ""
  var label: String?
  var tags: [String] = []
  var height = 0
  var bed: Ref<Bed>?
  var neighbours: [Ref<Plant>] = []
  var wilted = false

  static let schema = Schema("garden.plant") {
    Unique(\.label)
    Merge(\.tags, .union)
    One(\.bed, inverse: \Bed.plants)
    Many(\.neighbours)
    Dismissal(\.wilted)
    Check(\.height, "must not be negative") { $0.height >= 0 }
  }
}

/// Takes its plants along.
struct Bed: Entity {
  var id = ID()
  var name = ""
  var code = 0
  var plants: [Ref<Plant>] = []

  static let schema = Schema("garden.bed") {
    Inverse(\.plants, of: \Plant.bed, onDelete: .cascade)
    Unique(\.code, \.name)
    Sensitive(\.name)
  }
}

struct GardenTool: Entity {
  var id = ID()
  var name = ""
  var shed: Ref<Shed>?

  static let schema = Schema("garden.tool") {
    One(\.shed, inverse: \Shed.tools)
    Renamed("title", to: \.name)
  }
}

/// Cannot be deleted while a tool is in it.
struct Shed: Entity {
  var id = ID()
  var name = ""
  var tools: [Ref<GardenTool>] = []

  static let schema = Schema("garden.shed") {
    Inverse(\.tools, of: \GardenTool.shed, onDelete: .deny)
  }
}

extension System {
  static let garden = System("garden", version: 1, kinds: [Plant.self, Bed.self, GardenTool.self, Shed.self])
}
