import Daybook

/// A person whom a note names.
public struct PersonEntity: Codable, Sendable, Hashable {
  /// The name as the note or the ledger writes it.
  public var name: String
  /// The person of that name in the ledger, where there is exactly one.
  public var id: String?

  /// Makes an entity; `id` is the id of a ``Person``, nil where none or several have the name.
  public init(name: String, id: String? = nil) { (self.name, self.id) = (name, id) }
}

/// The result of analyzing a note.
public struct NoteAnalysis: Sendable, Equatable {
  /// In the order in which they are named, each once.
  public var people: [PersonEntity] = []
  /// Words or short phrases, in the note's own language, each once.
  public var topics: [String] = []
  /// The actions that the note asks for, in its own words.
  public var actions: [String] = []

  public init() {}
}

/// Finds people, topics and actions in a note. The result is written into an ``AnalysisArtifact``, so a replay never
/// runs it again.
public protocol NoteAnalyzer: Sendable {
  /// The name that is recorded in the artifact's `analyzedBy`: `rules`, or a model's name.
  var name: String { get }
  /// The model, if it uses one.
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

  /// Names of one short word are ignored: too many texts contain them with another meaning.
  public init(_ people: [(id: String, name: String)]) {
    for (id, name) in people {
      ids[SyncText.normalized(name), default: []].append(id)
      let words = SignalRules.words(of: name)
      guard let first = words.first, words.count > 1 || first.count > 3 else { continue }
      byFirstWord[first, default: []].append(Name(words: words, person: PersonEntity(name: name)))
    }
  }

  /// A person with a name, with the id if exactly one person has it.
  public func person(named name: String) -> PersonEntity {
    let found = ids[SyncText.normalized(name)] ?? []
    return PersonEntity(name: name, id: found.count == 1 ? found[0] : nil)
  }

  /// The people whose whole names are in a text, in its order, each once.
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
