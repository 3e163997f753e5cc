import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The schema as programs of version 1 know it.
enum Version1 {
  static let system = System(
    "planner", version: 1,
    kinds: [Meeting.self, Note.self, Person.self, Embedding.self, Tag.self])

  struct Meeting: Entity {
    var id = ID()
    var eventIdentifier = ""
    var title = ""
    var startDate = Date.unwritten
    var endDate = Date.unwritten
    var summary: String?
    var isRecurring = false
    var attendees: [Ref<Person>] = []
    var tags: [Ref<Tag>] = []

    static let schema = Schema("planner.meetingRecord") {
      Key(\.eventIdentifier)
      Many(\.attendees)
      Many(\.tags)
    }
  }

  struct Note: Entity {
    var id = ID()
    var title = ""
    var richTextData: Data?
    var plainText = ""
    var meetingRecord: Ref<Meeting>?

    static let schema = Schema("planner.note") { One(\.meetingRecord) }
  }

  struct Person: Entity {
    var id = ID()
    var email = ""
    var name = ""
    /// Counted by the program then.
    var meetingCount = 0

    static let schema = Schema("planner.person") { Key(\.email, .trimmedLowercased) }
  }

  struct Embedding: Entity {
    var id = ID()
    /// The numbers as they lie in memory.
    var vectorData = Data()
    var sourceText = ""
    var sourceType = ""
    var chunkIndex = 0
    var meetingRecord: Ref<Meeting>?
    var note: Ref<Note>?

    static let schema = Schema("planner.embeddingRecord") {
      One(\.meetingRecord)
      One(\.note)
    }
  }

  struct Tag: Entity {
    var id = ID()
    var name = ""
    /// Whatever somebody wrote.
    var color = ""

    static let schema = Schema("planner.tag") { Key(\.name, .trimmedComposed) }
  }
}
