import ArgumentParser

/// The record that an import writes to.
struct RecordOwnerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The record that everything belongs to: a name, an id or its beginning; by default the files say.",
      valueName: "record"))
  var record: String?
}
