/// Makes a segment of documents given one after the other.
package struct TextSegmentBuilder {
  private var segment = TextSegment()
  private var kindNumbers: [String: UInt32] = [:]
  private var gatherer: TextGatherer
  /// In the order of the documents.
  private var entries: [Entry] = []

  private struct Entry {
    var term: UInt32
    var document: UInt32
    var weight: UInt32
  }

  package init(_ words: TextWords = .exact) { gatherer = TextGatherer(words) }

  /// A text of the next document.
  package mutating func add(_ text: UnsafeBufferPointer<UInt8>, isTitle: Bool) {
    gatherer.add(text, isTitle: isTitle)
  }

  /// Ends the document that the texts were of; one without a word is left out.
  package mutating func end(_ kind: String, _ id: String, hash: UInt64) {
    let length = gatherer.lengthOfWords
    guard length > 0 else { return }
    begin(kind, Array(id.utf8)[...], hash, length)
    let document = UInt32(segment.count - 1)
    gatherer.take { entries.append(Entry(term: $0, document: document, weight: $1)) }
  }

  mutating func add(_ document: TextDocument) {
    begin(document.kind, Array(document.id.utf8)[...], document.hash, document.length)
    for term in document.terms {
      append(term.bytes.withUnsafeBufferPointer { gatherer.terms.number(of: $0) }, term.weight)
    }
  }

  /// The documents of another segment but those to be left out.
  mutating func add(_ other: TextSegment, without isDead: [Bool]) {
    var numbers = [UInt32](repeating: .max, count: other.count)
    for document in 0..<other.count where !isDead[document] {
      numbers[document] = UInt32(segment.count)
      begin(
        other.kind(document), other.idBytes(document), other.hashes[document], other.lengths[document])
    }
    for term in 0..<other.termCount {
      let number = Array(other.term(term)).withUnsafeBufferPointer { gatherer.terms.number(of: $0) }
      other.forEachPosting(term) { document, weight in
        guard numbers[document] != .max else { return }
        entries.append(Entry(term: number, document: numbers[document], weight: weight))
      }
    }
  }

  private mutating func begin(_ kind: String, _ id: ArraySlice<UInt8>, _ hash: UInt64, _ length: UInt32) {
    let number = kindNumbers[kind] ?? UInt32(segment.kinds.count)
    if Int(number) == segment.kinds.count {
      segment.kinds.append(kind)
      kindNumbers[kind] = number
    }
    segment.kindOf.append(number)
    segment.lengths.append(length)
    segment.hashes.append(hash)
    segment.ids += id
    segment.idOffsets.append(UInt32(segment.ids.count))
  }

  private mutating func append(_ term: UInt32, _ weight: UInt32) {
    entries.append(Entry(term: term, document: UInt32(segment.count - 1), weight: weight))
  }

  /// The segment. O(entries), plus sorting the words.
  package consuming func finish() -> TextSegment {
    let table = gatherer.terms
    // By term, and of one term by document: a counting sort keeps their order.
    var starts = [Int](repeating: 0, count: table.count + 1)
    for entry in entries { starts[Int(entry.term) + 1] += 1 }
    for term in 0..<table.count { starts[term + 1] += starts[term] }
    var next = starts
    var sorted = [Entry](repeating: Entry(term: 0, document: 0, weight: 0), count: entries.count)
    for entry in entries {
      sorted[next[Int(entry.term)]] = entry
      next[Int(entry.term)] += 1
    }
    let order = (0..<table.count).filter { starts[$0] < starts[$0 + 1] }.sorted {
      table.term($0).lexicographicallyPrecedes(table.term($1))
    }
    for term in order {
      segment.terms += table.term(term)
      segment.termOffsets.append(UInt32(segment.terms.count))
      var last: Int64 = -1
      // If a file has a word twice, its documents are out of order.
      for entry in sorted[starts[term]..<starts[term + 1]] where Int64(entry.document) > last {
        TextSegment.append(UInt32(Int64(entry.document) - last - 1), to: &segment.postings)
        TextSegment.append(entry.weight, to: &segment.postings)
        last = Int64(entry.document)
      }
      segment.postingOffsets.append(UInt32(segment.postings.count))
    }
    return segment
  }
}
