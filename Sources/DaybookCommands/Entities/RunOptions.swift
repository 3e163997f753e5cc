import ArgumentParser
import Daybook

/// The options of commands that work out by themselves what to write.
struct RunOptions: ParsableArguments {
  @Flag(help: "Say what would be done, and write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup private var shown: OutputOptions

  var output: Output { shown.output }
  var messages: Messages { shown.messages }

  var append: AppendOptions {
    var append = AppendOptions(by: author.author, why: author.why)
    append.isDryRun = dryRun
    return append
  }
}

extension RunOptions {
  /// Ends a sync or an import: lists what was skipped, and shows the summary. The exit status is 65 if something could
  /// not be read.
  func show(_ receipt: SyncReceipt) throws {
    messages.show(receipt.notices)
    for remark in receipt.plan.notices { messages.show(Notice("entry", remark.description)) }
    for remark in receipt.plan.skipped { messages.show(Notice("skipped", "skipped \(remark.description)")) }
    try output.show(receipt.plan.summary.fields.map { ($0.name, .count($0.count)) })
    if receipt.plan.summary.skipped > 0 { throw Finished(ExitStatus.badData) }
  }
}
