import DaybookModel

extension Ledger {
  /// Tells that something was written, here or elsewhere: once for all that is written before somebody asks again. It
  /// ends when the folder can no longer be read.
  package func writeSignals() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = follow(
      Follower(viewer: nil) { _ in
        continuation.yield()
      } finish: { _ in
        continuation.finish()
      })
    continuation.onTermination = { [weak self] _ in
      Task { await self?.forget(id) }
    }
    return stream
  }
}
