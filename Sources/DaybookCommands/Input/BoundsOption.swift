import ArgumentParser

/// Whether to write values that look like mistakes.
struct BoundsOption: ParsableArguments {
  @Flag(
    help: """
      Also write values beyond the bounds of their fields, such as a weight of 84000 kg, and unknown names of roles, \
      kinds and types.
      """
  )
  var force = false

  init() {}
}
