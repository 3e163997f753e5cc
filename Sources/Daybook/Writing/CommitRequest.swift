import DaybookLog
import DaybookModel
import DaybookView

/// A commit that somebody waits for.
struct CommitRequest {
  var content: Batch
  var options: AppendOptions
}

extension Mutation {
  /// Whether a value may be data that goes to a file of its own: to copy it first costs its size several times.
  var hasLargeText: Bool {
    self.set?.contains { ($0.value.string?.utf8.count ?? 0) > BlobReference.inlineSizeBytesMax } ?? false
  }
}
