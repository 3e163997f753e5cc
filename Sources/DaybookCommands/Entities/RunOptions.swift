import ArgumentParser
import Daybook

/// What every command takes that works out by itself what to write.
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
