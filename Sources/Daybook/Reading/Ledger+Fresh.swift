extension Ledger {
  /// Before a reading that must include what others wrote: what was read just now may erase something of what was read
  /// before.
  func refreshWhole() throws {
    try refresh()
    try requireFresh()
  }
}
