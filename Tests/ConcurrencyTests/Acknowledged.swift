import Daybook

/// What the ledger said it holds, gathered from all tasks.
actor Acknowledged {
  /// By kind and id, the value of the field that the tasks write.
  private(set) var values: [[String]: JSONValue] = [:]
  private(set) var links: Set<[String]> = []
  private(set) var personEvents = 0

  func note(_ events: [Event]) {
    for event in events {
      let mutation = event.mutation
      if mutation.kind == "sam.person" { personEvents += 1 }
      if let rel = mutation.rel, let to = mutation.to { links.insert([mutation.id, rel, to]) }
      for name in ["displayNameCache", "title", "name"] {
        if let value = mutation.set?[name] { values[[mutation.kind, mutation.id, name]] = value }
      }
    }
  }

  /// One that is there, for a task that wants to refer to it.
  func anyID(of kind: String) -> String? { values.keys.first { $0[0] == kind }?[1] }
}
