/// Keeps the best of the offered elements, up to a limit: a heap with the least of them on top. Of equal scores, it
/// keeps those that came first.
struct BoundedHeap {
  private(set) var all: [VectorMatrix.Neighbour] = []
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    all.reserveCapacity(capacity)
  }

  /// The score that a new element must exceed.
  @inline(__always) var least: Float { all.count < capacity ? -.infinity : all[0].score }

  mutating func insert(_ neighbour: VectorMatrix.Neighbour) {
    guard capacity > 0 else { return }
    if all.count < capacity {
      all.append(neighbour)
      var place = all.count - 1
      while place > 0, isWorse(place, (place - 1) / 2) {
        all.swapAt(place, (place - 1) / 2)
        place = (place - 1) / 2
      }
    } else {
      all[0] = neighbour
      sink()
    }
  }

  private mutating func sink() {
    var place = 0
    while true {
      var worst = place
      for child in [2 * place + 1, 2 * place + 2] where child < all.count && isWorse(child, worst) {
        worst = child
      }
      if worst == place { return }
      all.swapAt(place, worst)
      place = worst
    }
  }

  private func isWorse(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (all[left], all[right])
    return left.score != right.score ? left.score < right.score : left.row > right.row
  }
}
