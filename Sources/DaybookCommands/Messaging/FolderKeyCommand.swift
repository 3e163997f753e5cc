import ArgumentParser
import Daybook
import Messaging
import MessagingFolder

/// `daybook messaging key`
struct FolderKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Make the key to an encrypted folder of messages.",
    discussion: """
      Writes a new key into a new file, for you alone. Give it to those who share the folder, by another way than the \
      folder. Then each of you syncs with it; the first sync with an empty folder makes that an encrypted one. What is \
      encrypted cannot be read without the key, so keep a copy of it.

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
