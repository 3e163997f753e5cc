import ArgumentParser
import DaybookModel

/// What every command takes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .long,
    help: "How to print: table, json, jsonl or csv. By default a table on a terminal, otherwise jsonl.")
  var format: OutputFormat?

  init() {}

  var output: Output { Output(format) }
  var messages: Messages { Messages(isJSON: format == .json) }
}
