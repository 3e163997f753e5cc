import ArgumentParser
import Daybook
import Messaging
import MessagingFolder

/// `daybook messaging firestore …`
struct FirestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "firestore",
    abstract: "Print what a Firestore project needs to be a remote store.",
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
        They enforce the same rules as the other remote stores. Deploy them with 'firebase deploy --only firestore:rules'.

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

/// `daybook messaging key`
struct FolderKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Make the key to an encrypted folder of messages.",
    discussion: """
      Writes a new key to a new file that only you can read. Give the key to those who share the folder, but not \
      through the folder. Then each of you syncs with it; the first sync with an empty folder makes it an encrypted \
      one. Encrypted data cannot be read without the key, so keep a copy of it.

      Examples:
        daybook messaging key chat.key
        daybook messaging sync --folder /media/share/chat --folder-key chat.key
      """)

  @Argument(help: "The file.", completion: .file())
  var file: String

  func run() throws {
    try WrittenFile.check(file, replaces: false)
    try WrittenFile.write(Array(FolderKey().text.utf8), to: file, replaces: false)
  }
}
