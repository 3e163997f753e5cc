import ArgumentParser

/// How arguments that name something of Planner are described.
enum PlannerHelp {
  static let person: ArgumentHelp = "A person: a name or part of it, an e-mail, or the beginning of an id."
  static let meeting: ArgumentHelp = "A meeting: its title or part of it, or the beginning of its id."
  static let note: ArgumentHelp = "A note: its title or part of it, or the beginning of its id."
  static let tag: ArgumentHelp = "A tag: its name or part of it, or the beginning of its id."
  static let tags = ArgumentHelp("A tag; may be given several times.", valueName: "name")
}
