import ArgumentParser

/// Whether values that look like mistakes are written.
struct BoundsOption: ParsableArguments {
  @Flag(
    help: "Write values beyond the bounds of their fields too, such as a weight of 84000 kg."
  )
  var force = false

  init() {}
}
