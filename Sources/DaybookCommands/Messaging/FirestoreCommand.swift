import ArgumentParser
import Messaging

/// `daybook messaging firestore …`
struct FirestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firestore",
    abstract: "Print what a Firestore project needs to be a far side.",
    discussion: """
      Examples:
        daybook messaging firestore rules > firestore.rules
        daybook messaging firestore indexes > firestore.indexes.json
      """,
    subcommands: [Rules.self, Indexes.self])

  /// `daybook messaging firestore rules`
  struct Rules: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rules",
      abstract: "Print the security rules: who may read and write what.",
      discussion: """
        They hold the same rules as the other far sides. Deploy them with 'firebase deploy --only firestore:rules'.

        Examples:
          daybook messaging firestore rules > firestore.rules
        """)

    func run() throws { try Output(nil).show(document: Array(FirestoreRules.text.utf8)) }
  }

  /// `daybook messaging firestore indexes`
  struct Indexes: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "indexes",
      abstract: "Print the indexes that queries need.",
      discussion: """
        Deploy them with 'firebase deploy --only firestore:indexes'.

        Examples:
          daybook messaging firestore indexes > firestore.indexes.json
        """)

    func run() throws { try Output(nil).show(document: Array(FirestoreIndexes.text.utf8)) }
  }
}
