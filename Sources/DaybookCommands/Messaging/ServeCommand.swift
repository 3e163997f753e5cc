import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging serve`
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Start a server on this machine to try messaging with, until you stop it.",
    discussion: """
      It speaks Firestore's protocol on the loopback address, so nobody on another machine reaches it, and holds everybody \
      to the same rules as every far side. It is for trying: one process, one disk. Whoever has a token is the user that \
      it was made for. Without --folder what it holds goes with the process.

      Examples:
        mkdir server && daybook messaging serve --folder server --user ann --user bob
        DAYBOOK_MESSAGING_TOKEN=TOKEN daybook messaging sync --server URL
      """)

  @Option(
    help: ArgumentHelp(
      "Where it keeps what it holds: an empty folder, or one that it made.", valueName: "dir"),
    completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("The port; by default one that is free.", valueName: "n"))
  var port = 0

  @Option(help: ArgumentHelp("Show a token for this user; may be given several times.", valueName: "id"))
  var user: [String] = []

  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("--port takes a number from 0 to 65535, not \(port)")
    }
    for user in user where !FarPath.isName(user) {
      throw ValidationError("'\(OneLine.cut(user))' is not an id of a user")
    }
  }

  func run() async throws {
    guard let connector = FarSideConnector.current else {
      try PartExecutable.become(FarSideConnector.executable)
    }
    try await connector.serve(folder, port) { place in
      let tokens = (user.isEmpty ? ["USER"] : user).map { (user: $0, token: place.token($0)) }
      let rows = tokens.map { token in
        OutputRow([
          ("server", .string(place.url)), ("user", .string(token.user)), ("token", .string(token.token)),
        ])
      }
      try options.output.show(columns: ["server", "user", "token"], rows)
      options.messages.show(Notice("serving", "it serves until this process ends; stop it with Control-C"))
    }
  }
}
