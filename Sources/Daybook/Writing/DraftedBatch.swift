import DaybookModel
import DaybookView

/// The mutations of a batch against the present state, while they are worked out.
struct DraftedBatch {
  struct Place: Hashable {
    var kind: String
    var id: String
  }

  /// A value whose fields will be in the ledger once the commit is written.
  struct SavedValue {
    var kind: String
    var provenance: Provenance
    var saved: Provenance.Saved
    /// Whether the value's holder knows everything that was written to the entity before.
    var isLatest: Bool

    /// To be called once it is durable.
    ///
    /// - Parameter state: the entity's state, including what was written.
    func settle(at stamp: Stamp?, state: (_ kind: String, _ id: String) -> Int?) {
      var saved = saved
      if isLatest, let stamp { saved.stamp = stamp }
      if stamp != nil {
        saved.state = state(kind, saved.id)
      } else {
        // The state that was read describes what the value's holder knows, as long as none of the saves wrote anything.
        saved.state = provenance.saved?.state ?? (provenance.reading == nil ? state(kind, saved.id) : nil)
      }
      provenance.note(saved)
    }
  }

  private(set) var mutations: [Mutation] = []
  /// How the mutations are planned if they resolve a conflict.
  var resolving: Resolving?
  /// The viewer whose rights limit the reads.
  var viewer: Viewer?
  /// The mutations of each entity.
  private(set) var touched: [Place: [Int]] = [:]
  /// Generated ids, and the ones that natural keys gave in their place.
  private(set) var keyedIDs: [String: String] = [:]
  private(set) var savedValues: [ObjectIdentifier: SavedValue] = [:]
  /// Edges whose owners must exist, by their places among the mutations.
  private(set) var edges: [Int] = []
  /// The entities that were saved or updated, even if that changed nothing.
  private(set) var saved: Set<Place> = []

  mutating func append(_ mutation: Mutation) {
    touched[Place(kind: mutation.kind, id: mutation.id), default: []].append(mutations.count)
    mutations.append(mutation)
  }

  mutating func append(_ added: [Mutation]) { for mutation in added { append(mutation) } }

  mutating func append(edge mutation: Mutation) {
    edges.append(mutations.count)
    append(mutation)
  }

  /// Adds the mutations that save an entity: its links are edges whose owners must exist.
  mutating func append(saving added: [Mutation], of kind: String, _ id: String) {
    saved.insert(Place(kind: kind, id: id))
    for mutation in added {
      if mutation.rel == nil { append(mutation) } else { append(edge: mutation) }
    }
  }

  /// The entity that stores an edge.
  func owner(of edge: Mutation, _ schemas: SchemaRegistry) -> Place {
    let inverse = schemas[edge.kind]?.inverses.first { $0.inverse == edge.rel }
    guard let inverse else { return Place(kind: edge.kind, id: edge.id) }
    return Place(kind: inverse.owner, id: edge.to ?? "")
  }

  /// Moves the edges of entities that the commit makes later behind everything else.
  mutating func orderEdges(_ schemas: SchemaRegistry) {
    var madeLater: Set<Place> = []
    for edge in edges {
      let owner = owner(of: mutations[edge], schemas)
      let isLater = touched[owner]?.contains { $0 > edge && mutations[$0].op == .upsert } ?? false
      if isLater { madeLater.insert(owner) }
    }
    if madeLater.isEmpty { return }
    let early = edges.filter { madeLater.contains(owner(of: mutations[$0], schemas)) }
    let isEarly = Set(early)
    let order = mutations.indices.filter { !isEarly.contains($0) } + early
    var places = [Int](repeating: 0, count: order.count)
    for (place, index) in order.enumerated() { places[index] = place }
    mutations = order.map { mutations[$0] }
    edges = edges.map { places[$0] }
    indexMutations()
  }

  private mutating func indexMutations() {
    touched = [:]
    for index in mutations.indices {
      touched[Place(kind: mutations[index].kind, id: mutations[index].id), default: []].append(index)
    }
  }

  func isTouched(_ kind: String, _ id: String) -> Bool { touched[Place(kind: kind, id: id)] != nil }

  /// The mutations of one entity so far, in their order.
  func mutations(of kind: String, _ id: String) -> [Mutation] {
    touched[Place(kind: kind, id: id)]?.map { mutations[$0] } ?? []
  }

  mutating func note(_ value: SavedValue) { savedValues[ObjectIdentifier(value.provenance)] = value }

  /// What was last saved of a value, in this commit or before.
  func saved(_ provenance: Provenance, in ledger: String) -> Provenance.Saved? {
    let saved = savedValues[ObjectIdentifier(provenance)]?.saved ?? provenance.saved
    return saved?.ledger == ledger ? saved : nil
  }

  mutating func give(_ id: String, insteadOf generated: String) {
    if id != generated { keyedIDs[generated] = id }
  }

  func current(_ id: String) -> String { keyedIDs[id] ?? id }

  /// Replaces generated ids by the ids that natural keys gave, wherever the commit names them.
  mutating func settleIDs(_ schemas: SchemaRegistry) {
    if keyedIDs.isEmpty { return }
    for index in mutations.indices {
      let mutation = mutations[index]
      let (id, to) = (current(mutation.id), mutation.to.map { keyedIDs[$0] ?? $0 })
      (mutations[index].id, mutations[index].to) = (id, to)
      for relation in schemas[mutation.kind]?.relations ?? [] {
        guard let target = mutation.set?[relation.name]?.string else { continue }
        let settled = JSONValue.string(current(target))
        mutations[index].set?[relation.name] = settled
      }
    }
    indexMutations()
  }
}
