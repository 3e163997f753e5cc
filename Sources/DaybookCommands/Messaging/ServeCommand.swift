import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run a server on this machine to try messaging with, until you stop it.",
    discussion: """
      The server speaks Firestore's protocol and applies the same access rules as every remote store. It listens on the \
      loopback address, so other machines cannot reach it. It is meant for trials: one process, one disk. A token \
      identifies the user that it was made for. Without --folder the data is lost when the server stops.

      Examples:
        mkdir server && daybook messaging serve --folder server --user ann --user bob
        DAYBOOK_MESSAGING_TOKEN=TOKEN daybook messaging sync --server URL
      """)

  @Option(
    help: ArgumentHelp(
      "The folder for its data: an empty one, or one that it used before.", valueName: "dir"),
    completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("The port; by default a free one.", valueName: "n"))
  var port = 0

  @Option(help: ArgumentHelp("Show a token for this user; may be given several times.", valueName: "id"))
  var user: [String] = []

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535, not \(port)")
    }
    for user in user where !RemotePath.isName(user) {
      throw ValidationError("'\(OneLine.cut(user))' is not a user's id")
    }
  }

  func run() async throws {
    guard let connector = RemoteStoreConnector.current else {
      try PartExecutable.become(RemoteStoreConnector.executable)
    }
    try await connector.serve(folder, port) { place in
      let tokens = (user.isEmpty ? ["USER"] : user).map { (user: $0, token: place.token($0)) }
      let rows = tokens.map { token in
        OutputRow([
          ("server", .string(place.url)), ("user", .string(token.user)), ("token", .string(token.token)),
        ])
      }
      try options.output.show(columns: ["server", "user", "token"], rows)
      options.messages.show(Notice("serving", "the server runs until you stop it with Control-C"))
    }
  }
}
