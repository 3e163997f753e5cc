import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What lists show of related entities. All of them are projections: computed, never written.

/// A piece of evidence on a person's page.
public struct InteractionChip: Codable, Sendable, Hashable {
  public var evidence: String
  public var title: String
  public var source: EvidenceSource
  public var occurredAt: Date
}

/// A context on a person's page.
public struct ContextChip: Codable, Sendable, Hashable {
  public var context: String
  public var name: String
  public var kind: ContextKind
  public var roleBadges: [RoleType]
  public var isPrimary: Bool
}

/// A product on a context's page.
public struct ContextProductModel: Codable, Sendable, Hashable {
  public var product: String
  public var type: ProductType
  public var name: String
  public var subtitle: String?
  public var statusDisplay: String
  public var icon: String
}

/// A piece of evidence on a context's page.
public struct InteractionModel: Codable, Sendable, Hashable {
  public var evidence: String
  public var title: String
  public var snippet: String
  public var source: EvidenceSource
  public var occurredAt: Date
}
