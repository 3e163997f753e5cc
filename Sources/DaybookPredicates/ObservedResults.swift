public import Daybook
public import DaybookView
public import Foundation
public import Observation

/// The results of a query, kept up to date: they are read again after each write through this ledger, and after each
/// change of the files in its folder. ``Daybook/Ledger/observe(_:where:sortedBy:limit:as:)`` makes it.
///
/// Like the views that show it, it belongs to the main actor. In SwiftUI:
///
///     struct PeopleList: View {
///       @State var people: ObservedResults<Person>
///       init(_ ledger: Ledger) {
///         _people = State(wrappedValue: ledger.observe(Person.self, sortedBy: [SortDescriptor(\.name)]))
///       }
///       var body: some View { List(people.results) { Text($0.name) } }
///     }
@MainActor @Observable
public final class ObservedResults<E: Entity> {
  /// The last results; empty until the first reading is done. They stay if a later reading fails.
  public private(set) var results: [E] = []
  /// Why the last reading failed; nil after one that did not. It is a `LedgerError` if the ledger threw it.
  public private(set) var error: (any Error)?
  /// Whether the first reading is done, or failed.
  public private(set) var isLoaded = false

  @ObservationIgnored private var following: Task<Void, Never>?

  init(_ ledger: Ledger, _ read: @escaping @Sendable () async throws -> [E]) {
    following = Task { [weak self] in
      let signals = await ledger.writeSignals()
      await self?.reload(read)
      for await _ in signals { await self?.reload(read) }
      // The folder can no longer be read: another reading finds the reason.
      if !Task.isCancelled { await self?.reload(read) }
    }
  }

  deinit { following?.cancel() }

  /// Stops the updates. The results stay.
  public func stop() { following?.cancel() }

  private func reload(_ read: @Sendable () async throws -> [E]) async {
    do {
      let found = try await read()
      if Task.isCancelled { return }
      results = found
      if error != nil { error = nil }
    } catch {
      if Task.isCancelled { return }
      self.error = error
    }
    if !isLoaded { isLoaded = true }
  }
}

extension Ledger {
  /// The entities for which the predicate holds, kept up to date for a view. They are read at once and again after each
  /// write, at the cost of ``fetch(_:where:sortedBy:limit:offset:at:as:)``; writes in quick succession are read
  /// together.
  ///
  ///     let inbox = ledger.observe(EvidenceItem.self, where: #Predicate { $0.state == "needsReview" })
  ///
  /// If the ledger cannot answer the predicate, the object's `error` says so.
  @MainActor public func observe<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>? = nil, sortedBy descriptors: [SortDescriptor<E>] = [],
    limit: Int? = nil, as viewer: Viewer? = nil
  ) -> ObservedResults<E> {
    let query = Result { () throws(LedgerError) in
      try Query(type, where: predicate, sortedBy: descriptors, limit: limit)
    }
    return ObservedResults(self) { [self] in
      let query = try query.get()
      return try await fetch(type, where: query.condition, sort: query.sort, limit: limit, as: viewer)
    }
  }
}
