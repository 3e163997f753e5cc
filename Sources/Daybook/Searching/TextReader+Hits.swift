import DaybookModel
import DaybookRecords
import DaybookSearch
import DaybookView

extension TextReader {
  /// How often a phrase occurs in an entity's texts.
  func weight(of unit: TextQuery.Unit, _ kind: String, _ id: String, reveals: Bool) -> UInt32 {
    guard let entity = entity(kind, id) else { return 0 }
    var weight: UInt32 = 0
    forEachText(of: entity) { field, text in
      guard reveals || !field.isHidden else { return }
      weight &+=
        UInt32(clamping: TextMatching.count(of: unit, in: text))
        &* (field.isTitle ? TextDocument.titleWeight : 1)
    }
    return weight
  }

  /// For each unit of a question except the last, how close it is to the next one in an entity's texts.
  func closeness(of units: [TextQuery.Unit], _ kind: String, _ id: String, reveals: Bool) -> [Double] {
    guard let entity = entity(kind, id) else { return [] }
    var texts: [[Int?]] = []
    forEachText(of: entity) { field, text in
      if reveals || !field.isHidden { texts.append(TextCloseness.units(units, in: text)) }
    }
    return TextCloseness.best(of: units, texts)
  }

  /// The field to show for a match: the one with most of the different words; among equals a title, or else the first.
  func hit(_ query: TextQuery, _ match: TextAnswer.Match, reveals: Bool) -> SearchHit? {
    guard let entity = entity(match.kind, match.id) else { return nil }
    var best: (rank: Int, field: String, snippet: Snippet)?
    forEachText(of: entity) { field, text in
      guard reveals || !field.isHidden else { return }
      let places = TextMatching.places(of: query.units, in: text)
      guard !places.isEmpty else { return }
      let rank = Set(places.map(\.unit)).count * 2 + (field.isTitle ? 1 : 0)
      if rank > best?.rank ?? 0 { best = (rank, field.name, Snippet(text, places)) }
    }
    return best.map { best in
      SearchHit(
        kind: match.kind, id: match.id, name: name(of: entity, reveals: reveals), field: best.field,
        snippet: best.snippet, score: match.score)
    }
  }

  /// The hash of an entity's texts, and whether there are any.
  func hash(of entity: EntityIndex, reveals: Bool) -> UInt64? {
    var hash = TextHash()
    var isEmpty = true
    forEachText(of: entity) { field, text in
      guard reveals || !field.isHidden, !text.isEmpty else { return }
      hash.add(field.isTitle ? 1 : 0)
      hash.add(text)
      isEmpty = false
    }
    return isEmpty ? nil : hash.value
  }
}
