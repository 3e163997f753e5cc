import DaybookModel
package import DaybookView

/// Finds the one entity that somebody means by an id, the beginning of an id, an address or a name.
///
/// In this order, the first that finds anybody decides: the whole id; a whole address; the whole name; then
/// together the beginning of an id and names that hold every word. Where several are found and only one of
/// them is still in its address book, that one is meant.
package struct EntityFinder<Target: Named>: Sendable {
  /// What to call one, and several.
  let noun: String
  let plural: String
  /// Where names are.
  let nameFields: [String]
  /// Where an address is, and where lists of them are.
  let addressFields: [String]
  let addressLists: [String]
  /// What tells those of one name apart. Nothing is told where output hides it.
  let detailField: String?
  /// Whether one is out of use: others are meant first.
  let archiveField: String?
  /// The list in which people look.
  let advice: String

  package init(
    noun: String, plural: String, nameFields: [String], addressFields: [String] = [],
    addressLists: [String] = [], detailField: String? = nil, archiveField: String? = nil, advice: String
  ) {
    (self.noun, self.plural, self.nameFields) = (noun, plural, nameFields)
    (self.addressFields, self.addressLists) = (addressFields, addressLists)
    (self.detailField, self.archiveField, self.advice) = (detailField, archiveField, advice)
  }

  package struct Candidate: Sendable {
    package var mention: Mention<Target>
    /// Which of several, beside the name.
    package var detail: String?
    var isArchived: Bool
  }

  /// Names and addresses that hold every word; nil where there is no word.
  package func condition(words: String) -> Condition? {
    .holds(
      words: words, in: (nameFields + addressFields).map { Condition.Path(stringLiteral: $0) },
      lists: addressLists.map { Condition.Path(stringLiteral: $0) }
    ) { $0.contains("@") }
  }

  /// - Throws: ``LedgerError``: `usage` for a text that is empty or may mean several, `notFound`.
  package func find(_ text: String, in view: borrowing ViewReader) throws -> Mention<Target> {
    let found = try candidates(text, in: view).found
    if found.count == 1 { return found[0].mention }
    let active = found.filter { !$0.isArchived }
    if active.count == 1 { return active[0].mention }
    throw found.isEmpty ? try notFound(text, in: view) : ambiguous(text, found, in: view)
  }

  /// All that the text may mean; empty when there is none. Whether it names them wholly, or in part.
  package func candidates(
    _ text: String, in view: borrowing ViewReader
  ) throws -> (found: [Candidate], isWhole: Bool) {
    if let exact = candidate(text, in: view) { return ([exact], true) }
    let words = OneLine.of(text)
    guard !words.isEmpty else {
      throw LedgerError(.usage, "no \(noun) is named", advice: "give an id or a name")
    }
    let similar = try similar(words, in: view)
    let folded = TextFolding.fold(words)
    for isWhole in [isAddress, isName] {
      let whole = similar.filter { isWhole(folded, $0) }
      if !whole.isEmpty { return (whole.map(\.candidate), true) }
    }
    var found = similar.map(\.candidate)
    for id in view.ids(of: Target.kind, beginningWith: text)
    where !found.contains(where: { $0.mention.id.rawValue == id }) {
      if let candidate = candidate(id, in: view) { found.append(candidate) }
    }
    return (found, false)
  }

  /// An entity with its texts, folded.
  private typealias Similar = (candidate: Candidate, names: [[UInt8]], addresses: [[UInt8]])

  /// Those whose names and addresses hold every word.
  private func similar(_ words: String, in view: borrowing ViewReader) throws -> [Similar] {
    let query = Query(
      Target.kind, where: condition(words: words), sort: nameFields.map { .folded($0) })
    return try view.map(query) { entity in
      let found = candidate(entity)
      return (
        // A name may be made of several fields.
        found,
        nameFields.flatMap { Self.folded(entity, $0) }
          + [TextFolding.fold(OneLine.of(found.mention.name))],
        (addressFields + addressLists).flatMap { Self.folded(entity, $0) }
      )
    }.values
  }

  private func isAddress(_ text: [UInt8], _ entity: Similar) -> Bool { entity.addresses.contains(text) }
  private func isName(_ text: [UInt8], _ entity: Similar) -> Bool { entity.names.contains(text) }

  /// A text or a list of texts.
  private static func folded(_ entity: borrowing EntityReader, _ field: String) -> [[UInt8]] {
    (entity.text(field).map { [$0] } ?? entity.texts(field)).map { TextFolding.fold(OneLine.of($0)) }
  }

  private func candidate(_ id: String, in view: borrowing ViewReader) -> Candidate? {
    view.read(Target.kind, id) { candidate($0) }
  }

  private func candidate(_ entity: borrowing EntityReader) -> Candidate {
    Candidate(
      mention: Mention(entity), detail: detailField.flatMap { entity.hides($0) ? nil : entity.text($0) },
      isArchived: archiveField.map { entity.flag($0) } ?? false)
  }
}
