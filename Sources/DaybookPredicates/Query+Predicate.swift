public import DaybookModel
public import DaybookView
public import Foundation

extension Condition {
  /// A predicate as a condition of the ledger, which is tested against its registers, never entity by entity.
  ///
  /// Comparisons, `&&`, `||`, `!`, nil, optional chains, `??` with a value, `contains` on texts, arrays and
  /// relations, closures over relations, ranges and captured values are supported. - Throws: ``LedgerError`` with code
  ///   `usage`, which names the property or expression that is not, and says what can be asked.
  public init<E: Entity>(_ predicate: Predicate<E>) throws(LedgerError) {
    self = try Translator.condition(predicate)
  }
}

extension SortKey {
  /// The field that a descriptor sorts by. Texts are compared by their bytes; with a localized comparator
  /// of Foundation, without regard to case and diacritics.
  /// - Throws: ``LedgerError`` with code `usage` for what is not a stored field.
  public init<E: Entity>(_ descriptor: SortDescriptor<E>) throws(LedgerError) {
    guard let path = descriptor.keyPath else {
      throw LedgerError(
        .usage, "SortDescriptor<\(E.self)> sorts by no property", advice: "sort by a stored field")
    }
    guard let name = PropertyNames.name(of: path) else {
      let root = Term.path(Place(scope: 0, names: [], isEntity: true))
      let problem = Translator.unknown(path, of: root, as: Swift.type(of: path).valueType)
      throw LedgerError(
        .usage, "SortDescriptor<\(E.self)> sorts by \(problem.what)", advice: problem.advice)
    }
    self.init(name, descending: descriptor.order == .reverse)
    if let comparator = descriptor.stringComparator { isFolded = comparator != .lexical }
  }
}

extension Query {
  /// The query for a predicate and sort descriptors.
  public init<E: Entity>(
    _ type: E.Type, where predicate: Predicate<E>? = nil, sortedBy descriptors: [SortDescriptor<E>] = [],
    limit: Int? = nil, offset: Int = 0
  ) throws(LedgerError) {
    var sort: [SortKey] = []
    for descriptor in descriptors { sort.append(try SortKey(descriptor)) }
    let condition = try predicate.map { (predicate) throws(LedgerError) in try Condition(predicate) }
    self.init(E.kind, where: condition, sort: sort, limit: limit, offset: offset)
  }
}
