import Daybook

@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The CRM's schema as programs of versions 5 and 6 know it: the kinds that later versions changed.

enum Version5 {
  static let system = System(
    "sam", version: 5, kinds: [Person.self, Context.self, Participation.self, Evidence.self])

  struct Person: Entity {
    var id = ID()
    var contactIdentifier: String?
    var displayName = ""
    var email: String?
    var roleBadges: [String] = []
    var responsibilityNotes: [String] = []

    static let schema = Schema("sam.person") { Key(\.contactIdentifier) }
  }

  /// Three values, and no more.
  struct ContextKind: OpenEnum {
    var rawValue: String
    static let known: [Self] = ["household", "business", "recruitingGroup"]
  }

  struct Context: Entity {
    var id = ID()
    var name = ""
    var kind: ContextKind = "household"

    static let schema = Schema("sam.context") {}
  }

  struct Participation: Entity {
    var id = ID()
    var person: Ref<Person>?
    var context: Ref<Context>?
    var roleBadges: [String] = []
    var isPrimary = false

    static let schema = Schema("sam.contextParticipation") {
      One(\.person)
      One(\.context)
    }
  }

  struct Evidence: Entity {
    var id = ID()
    var sourceUID: String?
    var stateRawValue = "needsReview"
    var title = ""
    var linkedPeople: [Ref<Person>] = []

    static let schema = Schema("sam.evidenceItem") {
      Key(\.sourceUID)
      Many(\.linkedPeople)
    }
  }
}

enum Version6 {
  static let system = System(
    "sam", version: 6,
    kinds: [
      Person.self, Version5.Context.self, Version5.Participation.self, Version5.Evidence.self, Note.self,
      Artifact.self,
    ])

  /// The former names stand beside the caches.
  struct Person: Entity {
    var id = ID()
    var contactIdentifier: String?
    var displayName = ""
    var email: String?
    var displayNameCache: String?
    var emailCache: String?
    var photoThumbnailCache: Data?
    var isArchived = false
    var roleBadges: [String] = []
    var responsibilityNotes: [String] = []

    static let schema = Schema("sam.person") { Key(\.contactIdentifier) }
  }

  struct Note: Entity {
    var id = ID()
    var content = ""

    static let schema = Schema("sam.note") {}
  }

  struct Artifact: Entity {
    var id = ID()
    var sourceNote: Ref<Note>?
    var peopleJSON: String?
    var topicsJSON: String?
    var actions: [String] = []
    var usedLLM: String?

    static let schema = Schema("sam.analysisArtifact") { One(\.sourceNote) }
  }
}
