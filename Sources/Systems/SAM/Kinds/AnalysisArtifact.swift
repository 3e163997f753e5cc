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
  /// The actions that the note asks for, one text for each, in its own words; empty if there are none.
  public var actions: [String] = []
  /// The model that made the analysis; null if rules did.
  public var usedLLM: String?
  /// What made the analysis: `rules`, or the model's name.
  public var analyzedBy: String?
  /// A digest of the analyzed text: as long as it is unchanged, the analysis is valid.
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
