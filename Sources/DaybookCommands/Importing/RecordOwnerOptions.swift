import ArgumentParser

/// Whose records are taken in.
struct RecordOwnerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whose everything is, by the name, the id or its beginning; by default as the files say.",
      valueName: "record"))
  var record: String?
}
