import DaybookModel
package import Messaging
import Testing

/// What every remote store must do, run against each of them. Every check begins on a server of its own.
package struct RemoteStoreContract: Sendable {
  /// A connection to the same server for any user.
  package var side: any RemoteStore

  package static let ann = "ann", ben = "ben", cleo = "cleo"
  static let at: JSONValue = "2026-11-21T06:13:00.123Z"

  package static func path(_ text: String) throws -> RemotePath { try #require(RemotePath(text)) }

  /// Ann's conversation with Ben.
  package init(side: any RemoteStore) { self.side = side }

  package func converse(_ id: String = "c1") async throws {
    _ = try await side.write(
      .create(Self.path("conversations/\(id)"), ["participantIDs": ["ann", "ben"], "createdAt": Self.at]),
      by: Self.ann)
  }

  package static func message(_ id: String, _ text: String, by user: String = ann) throws -> RemoteWrite {
    .create(
      try path("conversations/c1/messages/\(id)"),
      [
        "senderID": .string(user), "conversationID": "c1", "text": .string(text), "status": "sent",
        "readBy": [], "createdAt": at,
      ])
  }

  package func failure<Answer>(_ body: () async throws -> Answer) async -> RemoteStoreError? {
    do {
      _ = try await body()
      return nil
    } catch {
      return error as? RemoteStoreError
    }
  }

  /// The changes in an answer that were not in the one before: "at least once" may be more than once.
  package static func news(_ told: Told, since before: Told) -> [RemoteChange] {
    told.changes.filter { !before.changes.contains($0) }
  }

  package typealias Told = (changes: [RemoteChange], cursor: RemoteCursor)

  /// Asks until there is an answer, as the clients of a remote store do.
  package func insist<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
    while true {
      do {
        return try await body()
      } catch let error as RemoteStoreError where error.mayPass {}
    }
  }

  /// Every page from a cursor on.
  package func all(_ user: String, since cursor: RemoteCursor? = nil) async throws -> Told {
    var changes: [RemoteChange] = []
    var cursor = cursor
    while true {
      let page = try await side.changes(for: user, since: cursor)
      changes += page.changes
      cursor = page.cursor
      if !page.hasMore { return (changes, page.cursor) }
    }
  }
}

extension RemoteStoreContract {
  /// Sends this many messages, and removes some of them at a regular interval, repeating each request until there is an
  /// answer. Returns the ids of those that should remain, in their order.
  package func sendInsisting(count: Int, takingBackEvery step: Int) async throws -> [String] {
    try await insist { try await converse() }
    for number in 0..<count {
      let write = try Self.message("m\(number)", "\(number)")
      _ = try await insist { try await side.write(write, by: Self.ann) }
      if number.isMultiple(of: step) {
        _ = try await insist { try await side.write(.delete(write.path), by: Self.ann) }
      }
    }
    return (0..<count).filter { !$0.isMultiple(of: step) }.map { "m\($0)" }
  }

  /// The messages that a user receives, in the order in which the server accepted them.
  package func messagesInsisting(toldTo user: String) async throws -> [String] {
    var told: [RemotePath: RemoteChange] = [:]
    for change in try await insist({ try await all(user) }).changes { told[change.path] = change }
    let living = told.values.compactMap { change -> RemoteDocument? in
      if case .document(let document) = change, document.path.collection == "messages" {
        document
      } else {
        nil
      }
    }
    return living.sorted { $0.created < $1.created }.map(\.path.id)
  }
}

extension RemoteStoreContract {
  /// The checks, for a suite's arguments.
  package enum Check: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case creatingTwiceAnswersWithWhatIsThere, aLateCreationBringsNothingBack, deletingTwiceIsDeletingOnce
    case deletingWhatIsNotThereForestallsIt, othersFieldsStay, elementsAreAddedOnce, timesGrow, preconditions
    case aNewcomerIsToldAll, whoLeftIsTold, deletionsAreTold, whatIsKnownIsNotToldAgain, pagesMissNothing
    case aForeignCursorTellsAll, strangersSeeNothing, valuesComeBackAsTheyWent, badWritesAreInvalid
    case attachmentsGoUpAndDown, aPutMakesWhatWasDeleted

    package var testDescription: String { rawValue }
  }

  package func run(_ check: Check) async throws {
    switch check {
    case .creatingTwiceAnswersWithWhatIsThere: try await creatingTwice()
    case .aLateCreationBringsNothingBack: try await lateCreation()
    case .deletingTwiceIsDeletingOnce: try await deletingTwice()
    case .deletingWhatIsNotThereForestallsIt: try await forestalling()
    case .othersFieldsStay: try await othersFields()
    case .elementsAreAddedOnce: try await elements()
    case .timesGrow: try await timesGrow()
    case .preconditions: try await preconditions()
    case .aNewcomerIsToldAll: try await newcomer()
    case .whoLeftIsTold: try await leaving()
    case .deletionsAreTold: try await deletions()
    case .whatIsKnownIsNotToldAgain: try await known()
    case .pagesMissNothing: try await pages()
    case .aForeignCursorTellsAll: try await foreignCursor()
    case .strangersSeeNothing: try await strangers()
    case .valuesComeBackAsTheyWent: try await values()
    case .badWritesAreInvalid: try await badWrites()
    case .attachmentsGoUpAndDown: try await attachments()
    case .aPutMakesWhatWasDeleted: try await putAfterDeletion()
    }
  }
}
