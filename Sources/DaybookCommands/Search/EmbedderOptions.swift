import ArgumentParser
import Daybook
import DaybookProviders

/// What makes vectors of texts: the built-in embedder, a service, or a command of the user.
struct EmbedderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A service that makes vectors and speaks the OpenAI protocol, such as http://localhost:11434/v1. By default words are compared, and no model is needed.",
      valueName: "url"))
  var embedder: String?

  @Option(help: ArgumentHelp("The service's model.", valueName: "name"))
  var model: String?

  @Option(
    help: ArgumentHelp("The environment variable that holds the service's key.", valueName: "name"))
  var keyVariable = TextEndpoint.defaultKeyVariable

  @Option(
    help: ArgumentHelp(
      "A command that makes vectors: for each line it reads, a JSON string, it prints a line, a JSON list of numbers.",
      valueName: "command"))
  var embedCommand: String?

  @Flag(
    help: "Run the command once for each text: it reads the plain text, and prints one JSON list of numbers.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "The name of the command's vectors, which are compared only with vectors of that name; by default the command itself.",
      valueName: "name"))
  var embedName: String?

  func validate() throws {
    if (embedder == nil) != (model == nil) {
      throw ValidationError("--embedder and --model must be given together")
    }
    if embedder != nil, embedCommand != nil {
      throw ValidationError("--embedder and --embed-command cannot be used together")
    }
    if embedCommand == nil, plain || embedName != nil {
      throw ValidationError("--plain and --embed-name need --embed-command")
    }
    if let embedName, embedName.allSatisfy(\.isWhitespace) {
      throw ValidationError("--embed-name needs a name")
    }
  }

  func make() throws -> any Embedder {
    if let embedder, let model {
      return ProcessEmbedder(
        path: try PartExecutable.path(of: "daybook-provider"),
        endpoint: TextEndpoint(url: embedder, model: model, keyVariable: keyVariable))
    }
    if let embedCommand {
      return CommandEmbedder(embedCommand, name: embedName, exchange: plain ? .plain : .lines)
    }
    return BuiltInEmbedder()
  }
}
