import ArgumentParser
import Daybook
import DaybookProviders

/// What generates the texts: the built-in rules, or a language model.
struct ProviderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A service that speaks the OpenAI protocol, such as http://localhost:11434/v1. By default built-in rules.",
      valueName: "url"))
  var provider: String?

  @Option(help: ArgumentHelp("The service's model.", valueName: "name"))
  var model: String?

  @Option(
    help: ArgumentHelp("The environment variable that holds the service's key.", valueName: "name"))
  var keyVariable = TextEndpoint.defaultKeyVariable

  /// The executable that uses HTTP, which would slow the start of every other command.
  private static let executable = "daybook-provider"

  func validate() throws {
    if (provider == nil) != (model == nil) {
      throw ValidationError("--provider and --model must be given together")
    }
  }

  /// Nil for the rules.
  func textProvider() throws -> ProcessProvider? {
    guard let provider, let model else { return nil }
    return ProcessProvider(
      path: try PartExecutable.path(of: Self.executable),
      endpoint: TextEndpoint(url: provider, model: model, keyVariable: keyVariable))
  }
}
