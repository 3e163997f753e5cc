package import DaybookLog
import DaybookModel
import DaybookView

extension Ledger {
  /// Writes mutations as one commit, as ``append(_:options:)`` does, from their bytes.
  package nonisolated func append(
    _ mutations: MutationBuffer, options: AppendOptions = AppendOptions()
  ) async throws -> AppendReceipt {
    try await commit(CommitRequest(content: Batch(mutations), options: options))
  }
}
