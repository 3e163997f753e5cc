import ArgumentParser

/// Whether a source brings values back that were erased.
struct ErasedOption: ParsableArguments {
  @Flag(help: "Also write values again that were erased here and that the source still has.")
  var writeErased = false

  init() {}
}
