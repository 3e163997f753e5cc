import DaybookModel

/// Reconciles a kind of people with address books: cards in, a plan out. A pure function of the cards and the state.
///
///     var sync = ContactReconciliation<ContactPeople>(isComplete: false)
///     try sync.add(card, file: "family.vcf", source: source, in: state)
///     for blob in sync.takeBlobs() { try store(blob) }   // before the plan is written
///     let plan = sync.finish(in: state)
public struct ContactReconciliation<Target: ContactTarget> {
  /// Whether the files are the whole of each address book: people who are in none of them are archived.
  private let isComplete: Bool
  private var people = EntitySync(kind: Target.kind)
  private var plan = SyncPlan()
  private var blobs: [[UInt8]] = []
  private var sources: [SyncSource] = []
  private var incompleteSources: Set<SyncSource> = []
  private var firstLines: [String: (file: String, line: Int, source: Int?)] = [:]

  /// A run without cards so far.
  ///
  /// - Parameter isComplete: whether the files are the whole of each address book: people who are in none of them are
  ///   archived.
  public init(isComplete: Bool = false) { self.isComplete = isComplete }

  /// A file without a card proves nothing; it does not mean that everybody is gone.
  private mutating func note(_ source: SyncSource) {
    if !sources.contains(source) { sources.append(source) }
  }

  /// Adds a card that was read. Lists of people, and cards that identify nobody, are left out with a notice; of two
  /// cards of one person, the later one counts.
  public mutating func add(
    _ card: ContactCard, file: String, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) {
    note(source)
    guard !card.isGroup else {
      plan.summary.read += 1
      plan.summary.unchanged += 1
      plan.notices.append(.init(file: file, line: card.line, reason: "the card is a group, not a person"))
      return
    }
    guard let key = Target.key(of: card, in: state) else {
      plan.summary.read += 1
      plan.summary.unchanged += 1
      plan.notices.append(.init(file: file, line: card.line, reason: Target.keyReason))
      return
    }
    let (photo, blob) = Self.photo(card.photo)
    // Also the id that an export from here gives to a card without one.
    let kept = StoredSource(
      card.source, known: state.entity(Target.kind, key: key)?.values["sourceCard"],
      ignoring: ["REV:", "PRODID:", "UID:"])
    let fields =
      Target.fields(of: card) + [
        ContactField(Target.photo, photo), ContactField("phoneNumbers", card.phones),
        ContactField("postalAddresses", card.postalAddresses), ContactField("birthday", card.birthday),
        ContactField("addressBookNote", card.note), ContactField("sourceCard", kept.text),
        ContactField("sourceCardData", kept.data),
      ]
    let entry = EntitySync.Entry(
      key: key, source: source,
      fields: fields.map { .init(name: $0.name, value: $0.value, unwritten: $0.unwritten) },
      identity: Target.identity(of: key, from: source))
    let isRepeated = people.isPlanned(key)
    guard let outcome = people.plan(entry, in: state) else {
      skip(file: file, line: card.line, reason: "the card is too large for one event", source: source)
      return
    }
    if outcome != .unchanged { blobs += [blob, kept.blob].compactMap { $0 } }
    plan.summary.read += 1
    if isRepeated, let first = firstLines[key] {
      // One person, of whom the last card counts.
      plan.summary.unchanged += 1
      // Address books have the same card in several groups.
      if card.source == nil || first.source != card.source?.hashValue {
        plan.notices.append(
          .init(
            file: file, line: card.line,
            reason: "the same person as in \(first.file):\(first.line); this card counts"))
      }
    }
    firstLines[key] = (file, card.line, card.source?.hashValue)
  }

  /// A card that could not be read.
  public mutating func skip(file: String, line: Int, reason: String, source: SyncSource) {
    note(source)
    plan.summary.skipped += 1
    plan.skipped.append(.init(file: file, line: line, reason: reason))
    incompleteSources.insert(source)
  }

  /// Returns the photos that the plan refers to and that were not returned yet. They must be durable before the plan is
  /// written; call this now and then, so that they do not accumulate.
  public mutating func takeBlobs() -> [[UInt8]] {
    defer { blobs = [] }
    return blobs
  }

  /// The plan of all cards so far. If a card of an address book could not be read, nobody in that address book is
  /// archived. Store the last blobs before you write the plan.
  public func finish(in state: borrowing some SyncState & ~Copyable) -> SyncPlan {
    var plan = plan
    var archived: [(Mutation, SyncSource)] = []
    if isComplete {
      for source in sources {
        // A card that could not be read may be anybody.
        guard !incompleteSources.contains(source) else {
          plan.notices.append(
            .init(file: source.name, line: 1, reason: "nobody was archived, since a card could not be read"))
          continue
        }
        archived += gone(from: source, in: state).map { ($0, source) }
      }
    }
    people.finish(&plan, removed: archived)
    plan.sources = sources.map(\.id)
    return plan
  }

  /// The people who came from the source and are in none of the cards.
  private func gone(from source: SyncSource, in state: borrowing some SyncState & ~Copyable) -> [Mutation] {
    Target.gone(from: source, in: state, isRead: people.isPlanned).compactMap { person, says in
      if people.isSuccessor(person.id) { return nil }
      // A person whom somebody restored after the archiving stays restored.
      let update = SourceUpdate(
        says.name, says.value, unwritten: says.unwritten, of: Target.kind, person.id, from: source.id)
      switch state.verdict(on: update) {
      case .isKnown, .stands: return nil
      case .writes, .differs, .restores: break
      }
      var mutation = Mutation(.sync, kind: Target.kind, id: person.id, set: [says.name: says.value])
      mutation.source = source.id
      return mutation
    }
  }

  /// The field's value, and the bytes to store where it is a reference.
  private static func photo(_ bytes: [UInt8]?) -> (JSONValue, [UInt8]?) {
    guard let bytes, !bytes.isEmpty else { return (.null, nil) }
    return DataValue.stored(bytes)
  }
}
