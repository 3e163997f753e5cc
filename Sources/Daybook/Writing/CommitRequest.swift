import DaybookModel

/// A commit that somebody waits for.
struct CommitRequest {
  var content: Batch
  var options: AppendOptions
}
