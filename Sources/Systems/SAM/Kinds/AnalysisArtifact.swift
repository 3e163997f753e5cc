public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an analysis found in a note.
public struct AnalysisArtifact: Entity {
  public var id = ID()
  /// The analyzed note; the analysis is erased with it. Nil once the note is gone.
  public var sourceNote: Ref<Note>?
  /// The people as JSON, `[PersonEntity]`.
  public var peopleJSON: String?
  /// The topics as JSON, `[String]`.
  public var topicsJSON: String?
  /// What somebody is to do, one text for each, in the note's own words; empty where the note asks for nothing.
  public var actions: [String] = []
  /// The model that did it; null where rules did.
  public var usedLLM: String?
  /// Who did it: `rules`, or the model's name.
  public var analyzedBy: String?
  /// A digest of what was analyzed: while it stands, the analysis does.
  public var basis: String?
  /// Every write of an artifact is an analysis.
  public var analyzedAt = Date.unwritten

  public init() {}

  public static let schema = Schema("sam.analysisArtifact") {
    Personal()
    One(\.sourceNote, isAbout: true)
    LastWritten(\.analyzedAt)
    Bound(\.analyzedAt, .far)
  }
}
