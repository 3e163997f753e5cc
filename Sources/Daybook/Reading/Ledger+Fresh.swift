extension Ledger {
  /// Before a reading that looks for what others wrote: what was taken in just now may erase something of what was read before.
  func refreshWhole() throws {
    try refresh()
    try requireFresh()
  }
}
