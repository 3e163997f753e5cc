import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What lists show of related entities. All of them are projections: computed, never written.

/// A piece of evidence on a person's page.
public struct InteractionChip: Codable, Sendable, Hashable {
  /// The id of the ``EvidenceItem``.
  public var evidence: String
  /// The evidence's title; empty where its source has none.
  public var title: String
  /// The evidence's kind of source, for an icon.
  public var source: EvidenceSource
  /// When it occurred; of an all-day entry the beginning of its day in UTC. `Date.unwritten` where unknown.
  public var occurredAt: Date
}

/// A context on a person's page.
public struct ContextChip: Codable, Sendable, Hashable {
  /// The id of the ``Context``.
  public var context: String
  /// The context's name; empty while it has none.
  public var name: String
  public var kind: ContextKind
  /// The person's roles in the context; empty where the participation names none.
  public var roleBadges: [RoleType]
  /// Whether the participation is marked as primary; such chips come first.
  public var isPrimary: Bool
}

/// A product on a context's page.
public struct ContextProductModel: Codable, Sendable, Hashable {
  /// The id of the ``Product``.
  public var product: String
  /// What the product insures.
  public var type: ProductType
  /// The product's name; empty while it has none.
  public var name: String
  /// The second line of the product's card; nil where there is none.
  public var subtitle: String?
  /// The status in the user's own words, such as "Active" or "Proposed"; empty where nobody wrote one.
  public var statusDisplay: String
  /// The name of an SF Symbol; empty where nobody chose one.
  public var icon: String
}

/// A piece of evidence on a context's page.
public struct InteractionModel: Codable, Sendable, Hashable {
  /// The id of the ``EvidenceItem``.
  public var evidence: String
  /// The evidence's title; empty where its source has none.
  public var title: String
  /// One line for lists, at most 160 characters in imported evidence; may be empty.
  public var snippet: String
  /// The evidence's kind of source, for an icon.
  public var source: EvidenceSource
  /// When it occurred; of an all-day entry the beginning of its day in UTC. `Date.unwritten` where unknown.
  public var occurredAt: Date
}
