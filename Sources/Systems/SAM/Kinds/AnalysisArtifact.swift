public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What an analysis found in a note.
public struct AnalysisArtifact: Entity {
  public var id = ID()
  public var sourceNote: Ref<Note>?
  /// The people as JSON, `[PersonEntity]`.
  public var peopleJSON: String?
  /// The topics as JSON, `[String]`.
  public var topicsJSON: String?
  public var actions: [String] = []
  /// The model that did it.
  public var usedLLM: String?
  public var analyzedAt = Date.unwritten

  public init() {}

  public static let schema = Schema("sam.analysisArtifact") {
    Personal()
    One(\.sourceNote)
    FirstWritten(\.analyzedAt)
  }
}
