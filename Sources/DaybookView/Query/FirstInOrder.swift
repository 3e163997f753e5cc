/// Keeps the first `countMax` elements of a sequence by an order, without sorting the rest: a binary heap (Williams,
/// "Algorithm 232: Heapsort", 1964) with the last of those kept at its root. O(log countMax) to add.
struct FirstInOrder<Element> {
  private var heap: [Element] = []
  private let countMax: Int
  /// A strict total order.
  private let precedes: (Element, Element) -> Bool

  /// - Parameter countMax: at least 1.
  init(_ countMax: Int, by precedes: @escaping (Element, Element) -> Bool) {
    precondition(countMax > 0)
    (self.countMax, self.precedes) = (countMax, precedes)
    heap.reserveCapacity(countMax)
  }

  /// The last of those kept, once there are `countMax`: an element that does not precede it is not needed.
  var last: Element? { heap.count == countMax ? heap[0] : nil }

  mutating func add(_ element: Element) {
    if heap.count < countMax {
      heap.append(element)
      siftUp(from: heap.count - 1)
    } else if precedes(element, heap[0]) {
      heap[0] = element
      siftDown()
    }
  }

  /// In order.
  consuming func sorted() -> [Element] { heap.sorted(by: precedes) }

  private mutating func siftUp(from place: Int) {
    var place = place
    while place > 0, precedes(heap[(place - 1) / 2], heap[place]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func siftDown() {
    var place = 0
    while true {
      var greatest = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && precedes(heap[greatest], heap[child]) { greatest = child }
      if greatest == place { return }
      heap.swapAt(place, greatest)
      place = greatest
    }
  }
}
