import DaybookTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sentences of frequent and rare words.
struct WordSource {
  /// Of the first words, each with those before it.
  private let sums: [Double]

  init() {
    var sum = 0.0
    sums = WorkloadVocabulary.words.indices.map { rank in
      sum += 1 / Double(rank + 4)
      return sum
    }
  }

  func text(_ count: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
    let count = count.lowerBound + random.below(count.count)
    var text = ""
    var isStart = true
    for place in 0..<count {
      let word = word(&random)
      text += (place == 0 ? "" : " ") + (isStart ? word.capitalized : word)
      isStart = false
      if place == count - 1 {
        text += "."
      } else if place % 9 == 8 {
        let mark = random.element(of: [".", ",", ".", "?"])
        text += mark
        isStart = mark != ","
      }
    }
    return text
  }

  private func word(_ random: inout SeededRandom) -> String {
    let wanted = random.unit() * (sums.last ?? 0)
    var (low, high) = (0, sums.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sums[middle] <= wanted { low = middle + 1 } else { high = middle }
    }
    return WorkloadVocabulary.words[low]
  }
}

extension String {
  var capitalized: String { prefix(1).uppercased() + dropFirst() }
}

extension SeededRandom {
  mutating func below(_ bound: Int) -> Int { Int(next(upperBound: UInt64(bound))) }

  /// From 0 to below 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// A rank below `count`, the first the most probable.
  mutating func zipf(_ count: Int) -> Int { min(count, Int(exp(unit() * log(Double(count + 1))))) - 1 }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A place among weights.
  mutating func weighted(_ weights: [Int]) -> Int {
    var rest = below(weights.reduce(0, +))
    return weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    } ?? 0
  }
}
