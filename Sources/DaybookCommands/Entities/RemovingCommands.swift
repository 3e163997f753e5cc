import ArgumentParser
import Daybook
import DaybookView

/// `daybook delete KIND ID`
struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete an entity. Its events stay in the log; 'restore' brings it back.",
    discussion: """
      What belongs to it, such as the entries of a record, is hidden with it, and comes back with it; a notice says \
      how much that is.

      Examples:
        daybook delete sam.person 'Ann Lee' --why 'asked to be removed'
        daybook delete purus.weightEntry 01a206d0-cca
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    let ledger = try await write.selection.open()
    let viewer = try await viewer.viewer(in: ledger)
    let found = try await entity.find(in: ledger, as: viewer, .deletable)
    let removal = try await Removal([found], in: ledger, as: viewer)
    try await write.commit(removal.mutations, in: ledger, as: viewer)
    if let notice = removal.notice { write.options.messages.show(notice) }
  }
}

/// `daybook dismiss KIND ID`
struct DismissCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dismiss",
    abstract: "Dismiss an entity, such as an insight or a piece of evidence.",
    discussion: """
      The kind's schema decides which fields that writes; 'daybook restore' undoes it.

      Examples:
        daybook dismiss sam.evidenceItem eventkit:42 --why 'not a client'
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(.dismiss, entity, as: viewer, .shown)
  }
}

/// `daybook restore KIND ID`
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Undo a delete or a dismissal.",
    discussion: """
      A deleted entity can also be named by the name that it had.

      Examples:
        daybook restore sam.person 'Ann Lee'
        daybook restore sam.person 0193e0a4-7d51-7cc2-9f3b-2f6f1d6f0a11
      """)

  @OptionGroup var entity: EntityArguments
  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var write: WriteOptions

  func run() async throws {
    try await write.commit(.restore, entity, as: viewer, .goneFirst)
  }
}

/// Deleting entities, and what is deleted with them: what belongs to an entity is hidden while it is deleted.
struct Removal {
  let entities: [EntityName]
  /// How many of each kind are deleted with them.
  private let along: [(kind: String, count: Int)]

  init(_ entities: [EntityName], in ledger: Ledger, as viewer: Viewer? = nil) async throws {
    self.entities = entities
    let named = Set(entities)
    let found: Set<EntityName> = try await ledger.withView(as: viewer) { view in
      var found: Set<EntityName> = []
      for entity in named {
        for other in view.goingAlong(with: entity.kind, entity.id) {
          found.insert(EntityName(kind: other.kind, id: other.id))
        }
      }
      return found.subtracting(named)
    }
    let kinds = Dictionary(grouping: found, by: \.kind)
    along = kinds.keys.sorted().map { (kind: $0, count: kinds[$0]?.count ?? 0) }
  }

  var mutations: [Mutation] { entities.map { Mutation(.delete, kind: $0.kind, id: $0.id) } }

  /// Nil where nothing else is deleted.
  var notice: Notice? {
    guard let entity = entities.first, !along.isEmpty else { return nil }
    let counts = along.map { KindWords.text($0.count, $0.kind) }.joined(separator: ", ")
    let command = ShellText.command(["restore", entity.kind, entities.count == 1 ? entity.id : "ID"])
    return Notice(
      "goes-along",
      "\(counts) \(along.reduce(0) { $0 + $1.count } == 1 ? "is" : "are") deleted with "
        + "\(entities.count == 1 ? "it" : "them"); '\(command)' restores all"
    )
  }
}

extension WriteOptions {
  /// Deletes the entities of a kind that the texts name, by whole names or beginnings of ids.
  func remove(_ texts: [String], of kind: String) async throws {
    let ledger = try await selection.open()
    let found = try await ledger.withView { view in
      try texts.map { try view.entity($0, of: kind, .deletable) }
    }
    try await remove(found, in: ledger)
  }

  /// Deletes the entities in one commit, and says what is deleted with them.
  func remove(_ entities: [EntityName], in ledger: Ledger) async throws {
    let removal = try await Removal(entities, in: ledger)
    try await commit(removal.mutations, about: entities, in: ledger)
    if let notice = removal.notice { options.messages.show(notice) }
  }
}

/// What people call the entities of a kind: `2 consents`, `1 blood value`.
enum KindWords {
  static func text(_ count: Int, _ kind: String) -> String {
    let word = words[kind] ?? word(of: kind)
    return "\(count) \(count == 1 ? word.one : word.many)"
  }

  /// Kinds whose plain names differ from their identifiers.
  private static let words: [String: (one: String, many: String)] = [
    "sam.consentRequirement": ("consent", "consents"),
    "sam.contextParticipation": ("participation", "participations"),
    "sam.evidenceItem": ("piece of evidence", "pieces of evidence"),
    "sam.analysisArtifact": ("analysis of a note", "analyses of notes"),
    "planner.meetingRecord": ("meeting", "meetings"), "planner.person": ("person", "people"),
    "planner.embeddingRecord": ("embedding", "embeddings"), "sam.person": ("person", "people"),
    "purus.medicalRecord": ("record", "records"), "purus.bloodEntry": ("blood value", "blood values"),
    "purus.medicalHistoryEntry": ("entry of the medical history", "entries of the medical history"),
    "purus.medicalDocumentEntry": ("document", "documents"), "purus.humanDoctorEntry": ("doctor", "doctors"),
    "purus.petYearlyCostEntry": ("cost", "costs"),
    "purus.sourceResource": ("imported original", "imported originals"),
  ]

  /// `jointInterest` is a joint interest, `weightEntry` a weight.
  private static func word(of kind: String) -> (one: String, many: String) {
    var name = kind.split(separator: ".").last.map(String.init) ?? kind
    if name.hasSuffix("Entry"), name.count > 5 { name.removeLast(5) }
    let one = name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? (text.isEmpty ? "" : " ") + letter.lowercased() : String(letter)
    }
    if one.hasSuffix("y"), one.dropLast().last.map({ !"aeiou".contains($0) }) ?? false {
      return (one, one.dropLast() + "ies")
    }
    return (one, one + (one.hasSuffix("s") ? "es" : "s"))
  }
}
