import ArgumentParser
import Daybook

/// Whether a source may bring back values that were erased.
struct ErasedOption: ParsableArguments {
  @Flag(help: "Also write values again that were erased here and that the source still has.")
  var writeErased = false

  init() {}

  /// Reads a source. If values of it were erased here, a user at a terminal is asked whether to write them again. If
  /// so, the source is read once more.
  ///
  /// - Parameter isRepeatable: whether the source can be read again, which the standard input cannot.
  func run(
    isRepeatable: Bool, _ append: AppendOptions, _ messages: Messages,
    _ read: (AppendOptions) async throws -> SyncReceipt
  ) async throws -> SyncReceipt {
    var append = append
    append.writesErased = writeErased
    var receipt = try await read(append)
    guard isRepeatable, !append.isDryRun, Confirmation.isPossible,
      let index = receipt.notices.firstIndex(where: { $0.code == Notice.erasedCode })
    else { return receipt }
    messages.show(receipt.notices.remove(at: index))
    guard Confirmation.ask("Write them again?") else { return receipt }
    append.writesErased = true
    let again = try await read(append)
    receipt.plan.summary.changed += again.plan.summary.changed
    receipt.plan.summary.unchanged -= min(receipt.plan.summary.unchanged, again.plan.summary.changed)
    receipt.notices += again.notices
    return receipt
  }
}

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
