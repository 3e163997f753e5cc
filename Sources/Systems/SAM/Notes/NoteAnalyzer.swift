import Daybook

/// Somebody whom a note names.
public struct PersonEntity: Codable, Sendable, Hashable {
  /// The name as the note or the ledger writes it.
  public var name: String
  /// The person of that name in the ledger, where there is exactly one.
  public var id: String?

  /// Makes an entity; `id` is the id of a ``Person``, nil where none or several have the name.
  public init(name: String, id: String? = nil) { (self.name, self.id) = (name, id) }
}

/// What a note was found to say.
public struct NoteAnalysis: Sendable, Equatable {
  /// In the order in which they are named, each once.
  public var people: [PersonEntity] = []
  /// Words or short phrases, in the note's own language, each once.
  public var topics: [String] = []
  /// What somebody is to do, in the note's own words.
  public var actions: [String] = []

  public init() {}
}

/// Finds people, topics and actions in a note. What it finds is written into an ``AnalysisArtifact``, so a replay
/// never runs it again.
public protocol NoteAnalyzer: Sendable {
  /// Who analyzes, as the artifact's `analyzedBy` tells it: `rules`, or a model's name.
  var name: String { get }
  /// The model, where one does it.
  var model: String? { get }

  /// Analyzes the text of one note. `known` are the people in the ledger.
  ///
  /// - Throws: a `LedgerError` with code `unreachable` or `bad-data` counts as a failed note, which the next run
  ///   tries again; any other error ends the run.
  func analyze(_ content: String, known: KnownNames) async throws -> NoteAnalysis
}

/// The names of the people in the ledger, to be found in texts.
public struct KnownNames: Sendable {
  private struct Name: Sendable {
    var words: [String]
    var person: PersonEntity
  }

  private var byFirstWord: [String: [Name]] = [:]
  private var ids: [String: [String]] = [:]

  /// Names of one short word are not looked for: too many texts have them for another reason.
  public init(_ people: [(id: String, name: String)]) {
    for (id, name) in people {
      ids[SyncText.normalized(name), default: []].append(id)
      let words = SignalRules.words(of: name)
      guard let first = words.first, words.count > 1 || first.count > 3 else { continue }
      byFirstWord[first, default: []].append(Name(words: words, person: PersonEntity(name: name)))
    }
  }

  /// Somebody by a name, with the id where exactly one person has it.
  public func person(named name: String) -> PersonEntity {
    let found = ids[SyncText.normalized(name)] ?? []
    return PersonEntity(name: name, id: found.count == 1 ? found[0] : nil)
  }

  /// Those whose whole names a text has, in its order, each once.
  func people(in words: [String]) -> [PersonEntity] {
    var found: [PersonEntity] = []
    for place in words.indices {
      for name in byFirstWord[words[place]] ?? []
      where words[place...].starts(with: name.words)
        && !found.contains(where: { $0.name == name.person.name })
      {
        found.append(person(named: name.person.name))
      }
    }
    return found
  }
}
