/// Elements that each cover a span of numbers, found by overlap: a binary search, then a scan of the elements that
/// reach that far, however many there are.
struct SpanList<Element> {
  private struct Entry {
    var span: ClosedRange<UInt64>
    /// The greatest number that this entry or one before it covers.
    var reach: UInt64
    var element: Element
  }

  /// Ascending by the spans' first numbers.
  private var entries: [Entry] = []

  /// Cheap at the end; otherwise it moves every entry behind the new one.
  mutating func insert(_ element: Element, over span: ClosedRange<UInt64>) {
    let index = count(from: span.lowerBound)
    entries.insert(Entry(span: span, reach: 0, element: element), at: index)
    setReach(from: index)
  }

  /// Removes those among the elements that begin at `first`.
  mutating func remove(from first: UInt64, where isRemoved: (Element) -> Bool) {
    var index = count(from: first)
    while index > 0, entries[index - 1].span.lowerBound == first {
      index -= 1
      if isRemoved(entries[index].element) {
        entries.remove(at: index)
        setReach(from: index)
      }
    }
  }

  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    entries.removeAll { isRemoved($0.element) }
    setReach(from: 0)
  }

  /// Visits the elements that overlap a span, the last first, until `body` returns true. Returns whether it did.
  @discardableResult
  func visit(overlapping span: ClosedRange<UInt64>, _ body: (Element) -> Bool) -> Bool {
    var index = count(from: span.upperBound)
    while index > 0, entries[index - 1].reach >= span.lowerBound {
      index -= 1
      if entries[index].span.upperBound >= span.lowerBound, body(entries[index].element) { return true }
    }
    return false
  }

  /// The number of elements that begin at `first` or before.
  private func count(from first: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].span.lowerBound > first { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func setReach(from index: Int) {
    var reach = index > 0 ? entries[index - 1].reach : 0
    for place in index..<entries.count {
      reach = max(reach, entries[place].span.upperBound)
      entries[place].reach = reach
    }
  }
}
