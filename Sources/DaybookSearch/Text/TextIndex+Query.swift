#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The matches, before they are shown.
package struct TextAnswer: Sendable {
  package struct Match: Sendable {
    package var kind: String
    package var id: String
    package var score: Double
  }

  /// The best, up to the limit, the better first; of equals by the bytes of kind and id.
  package var matches: [Match] = []
  /// How many there are in all.
  package var count = 0
  /// Whether the matches have only some of the words, because none has all.
  package var isSome = false
}

/// The documents to search.
package struct TextScope {
  /// Nil for all.
  package var kinds: Set<String>?
  /// Which documents the viewer may see, by kind and id; nil for all. No number in the answer depends on the others.
  package var sees: ((_ kind: String, _ id: String) -> Bool)?
  /// How often a phrase occurs in the entity's texts, with more weight for its titles; called for entities that have
  /// all of its words.
  package var phraseWeight: (_ unit: TextQuery.Unit, _ kind: String, _ id: String) -> UInt32
  /// Whether documents with any of the words count, even if others have all.
  package var takesAny = false
  /// For a question: how close each of these units but the last is to the next one in the entity's texts, 0 to 1;
  /// called for the best matches. Nil if it does not matter.
  package var closeness: ((_ units: [TextQuery.Unit], _ kind: String, _ id: String) -> [Double])?

  package init(
    kinds: Set<String>? = nil, sees: ((String, String) -> Bool)? = nil,
    phraseWeight: @escaping (TextQuery.Unit, String, String) -> UInt32
  ) { (self.kinds, self.sees, self.phraseWeight) = (kinds, sees, phraseWeight) }
}

extension TextIndex {
  /// Documents with the words, ranked by BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009)
  /// on weighted counts. Those with all the words; where there are none, those with any. O(postings of the words),
  /// O(documents) where not all are seen.
  package func answer(_ query: TextQuery, limit: Int?, _ scope: TextScope) -> TextAnswer {
    var ranking = Ranking(self, scope)
    for (number, unit) in query.units.enumerated() { ranking.add(unit, number) }
    ranking.addCloseness(query)
    return ranking.answer(query, limit: limit)
  }

  /// The scores of one query. Arrays by place: the results for most words are dense, and the rest costs little.
  private struct Ranking {
    private static let k1 = 1.2
    private static let b = 0.6
    /// The weight of a word that only begins like the requested one.
    private static let beginningWeight = 0.5

    private let index: TextIndex
    private let scope: TextScope
    private let seen: [Bool]?
    private let count: Int
    private let averageLength: Double
    private var scores: [Double]
    private var found: [UInt64]
    /// By unit: the maximum that it adds, apart from how often it occurs.
    private var rarities: [Double] = []
    /// For the present unit: the weights by place, and the places that have one.
    private var weights: [UInt32]
    private var places: [Int32] = []

    init(_ index: TextIndex, _ scope: TextScope) {
      (self.index, self.scope) = (index, scope)
      var (count, length) = (index.count, index.totalLength)
      if let sees = scope.sees {
        (count, length) = (0, 0)
        var seen = [Bool](repeating: false, count: index.placeCount)
        for place in 0..<index.placeCount where index.isThere(place) {
          guard sees(index.kind(place), index.id(place)) else { continue }
          seen[place] = true
          count += 1
          length += Int(index.length(place))
        }
        self.seen = seen
      } else {
        seen = nil
      }
      self.count = count
      averageLength = count == 0 ? 1 : Double(length) / Double(count)
      scores = [Double](repeating: 0, count: index.placeCount)
      found = [UInt64](repeating: 0, count: index.placeCount)
      weights = [UInt32](repeating: 0, count: index.placeCount)
    }

    mutating func add(_ unit: TextQuery.Unit, _ number: Int) {
      rarities.append(0)
      if unit.terms.count > 1 {
        gatherPhrase(unit)
        score(number, 1)
      } else if let stems = unit.stems.first {
        gather(anyOf: stems, unit)
        score(number, unit.weight)
      } else if unit.prefersWhole {
        gather(unit.terms[0], isPrefix: false)
        let whole = Set(places)
        score(number, 1)
        gather(unit.terms[0], isPrefix: true)
        score(number, Self.beginningWeight, without: whole)
      } else {
        gather(unit.terms[0], isPrefix: unit.isPrefix)
        score(number, 1)
      }
    }

    private mutating func note(_ place: Int, _ weight: UInt32) {
      guard index.isThere(place), seen.map({ $0[place] }) ?? true else { return }
      if weights[place] == 0 { places.append(Int32(place)) }
      weights[place] &+= weight
    }

    private mutating func gather(_ term: [UInt8], isPrefix: Bool) {
      let base = index.base
      let numbers =
        isPrefix ? base.numbers(withPrefix: term) : base.number(of: term).map { $0..<$0 + 1 } ?? 0..<0
      for number in numbers { base.forEachPosting(number) { note($0, $1) } }
      for (place, document) in index.tail.enumerated() {
        guard let document else { continue }
        var next = document.terms.partition(from: term)
        while next < document.terms.count {
          let bytes = document.terms[next].bytes
          guard isPrefix ? bytes.starts(with: term) : bytes == term else { break }
          note(base.count + place, document.terms[next].weight)
          next += 1
        }
      }
    }

    /// The forms of a word: a text in no certain language has each of them.
    private mutating func gather(anyOf stems: [[UInt8]], _ unit: TextQuery.Unit) {
      var most: [Int32: UInt32] = [:]
      for stem in stems {
        gather(unit.isPrefix ? [stem[0]] + unit.terms[0] : stem, isPrefix: unit.isPrefix)
        for place in places { most[place] = max(most[place] ?? 0, weights[Int(place)]) }
        clear()
      }
      // In one order: the replies to a phrase's questions are matched to them by their order.
      for (place, weight) in most.sorted(by: { $0.key < $1.key }) {
        weights[Int(place)] = weight
        places.append(place)
      }
    }

    /// Gathers the documents that have all words of a phrase consecutively.
    private mutating func gatherPhrase(_ unit: TextQuery.Unit) {
      var candidates: [Int32]?
      for (number, term) in unit.terms.enumerated() {
        if unit.stems.isEmpty {
          gather(term, isPrefix: unit.isPrefix && number == unit.terms.count - 1)
        } else {
          gather(anyOf: unit.stems[number], TextQuery.Unit(terms: [term]))
        }
        candidates = candidates.map { $0.filter { weights[Int($0)] > 0 } } ?? places
        clear()
      }
      for place in candidates ?? [] {
        let weight = scope.phraseWeight(unit, index.kind(Int(place)), index.id(Int(place)))
        if weight > 0 { note(Int(place), weight) }
      }
    }

    private mutating func clear() {
      for place in places { weights[Int(place)] = 0 }
      places.removeAll(keepingCapacity: true)
    }

    private mutating func score(_ unit: Int, _ weight: Double, without others: Set<Int32> = []) {
      let holders = Double(places.count)
      let rarity = log(1 + (Double(count) - holders + 0.5) / (holders + 0.5))
      rarities[unit] = max(rarities[unit], weight * rarity)
      for place in places where others.isEmpty || !others.contains(place) {
        let often = Double(weights[Int(place)])
        let length = Double(index.length(Int(place))) / averageLength
        let part = often * (Self.k1 + 1) / (often + Self.k1 * (1 - Self.b + Self.b * length))
        scores[Int(place)] += weight * rarity * part
        found[Int(place)] |= 1 << UInt64(unit)
      }
      clear()
    }

    /// In a question, words that are together in it and in a text count more than single words: this is checked in the
    /// texts of the best matches.
    mutating func addCloseness(_ query: TextQuery) {
      guard let closeness = scope.closeness else { return }
      let numbers = query.units.indices.filter {
        query.units[$0].isTelling && query.units[$0].terms.count == 1
      }
      guard numbers.count > 1 else { return }
      let units = numbers.map { query.units[$0] }
      for place in best(candidates(query).any, Self.closenessCountMax) {
        let found = closeness(units, index.kind(place), index.id(place))
        for (pair, amount) in found.enumerated() where amount > 0 && pair + 1 < numbers.count {
          scores[place] +=
            Self.closenessWeight * amount * min(rarities[numbers[pair]], rarities[numbers[pair + 1]])
        }
      }
    }

    private static let closenessCountMax = 50
    private static let closenessWeight = 0.4

    /// The places that have any, and those that have all, of the meaningful words.
    private func candidates(_ query: TextQuery) -> (any: [Int], whole: [Int]) {
      var telling: UInt64 = 0
      for (number, unit) in query.units.enumerated() where unit.isTelling { telling |= 1 << UInt64(number) }
      var any: [Int] = []
      var whole: [Int] = []
      for place in 0..<found.count where found[place] & telling != 0 {
        if let kinds = scope.kinds, !kinds.contains(index.kind(place)) { continue }
        if found[place] & telling == telling { whole.append(place) }
        any.append(place)
      }
      return (any, whole)
    }

    func answer(_ query: TextQuery, limit: Int?) -> TextAnswer {
      let (any, whole) = candidates(query)
      let isSome = whole.isEmpty && !any.isEmpty
      let taken = isSome || scope.takesAny ? any : whole
      var answer = TextAnswer()
      (answer.count, answer.isSome) = (taken.count, isSome)
      answer.matches = best(taken, limit ?? taken.count).map {
        TextAnswer.Match(kind: index.kind($0), id: index.id($0), score: scores[$0])
      }
      return answer
    }

    /// The first of them in order: by score, then by kind and id.
    private func best(_ places: [Int], _ limit: Int) -> [Int] {
      guard limit > 0 else { return [] }
      func precedes(_ left: Int, _ right: Int) -> Bool {
        if scores[left] != scores[right] { return scores[left] > scores[right] }
        let (a, b) = (index.kind(left), index.kind(right))
        if !a.utf8.elementsEqual(b.utf8) { return a.utf8.lexicographicallyPrecedes(b.utf8) }
        return index.id(left).utf8.lexicographicallyPrecedes(index.id(right).utf8)
      }
      guard places.count / 2 >= limit else { return Array(places.sorted(by: precedes).prefix(limit)) }
      // Only what is not below the limit's score is worth ordering.
      let least = places.map { scores[$0] }.sorted(by: >)[limit - 1]
      return Array(places.filter { scores[$0] >= least }.sorted(by: precedes).prefix(limit))
    }
  }
}

extension [(bytes: [UInt8], weight: UInt32)] {
  /// Where the terms from this one on begin.
  fileprivate func partition(from term: [UInt8]) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].bytes.lexicographicallyPrecedes(term) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
