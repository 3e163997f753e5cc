import Daybook
import DaybookModel
import DaybookView

extension TableImporter {
  /// What the columns mean: from the command's options, else from the mapping that the ledger keeps for such files,
  /// else from the header itself; for the rest, the user is asked.
  ///
  /// - Returns: the mapping, and whether it is to be kept.
  func mapping(
    _ survey: TableSurvey, _ schema: KindSchema, _ file: String, in state: borrowing LedgerState
  ) throws -> (TableMapping, isKept: Bool) {
    let fields = Self.fields(of: schema)
    var mapping = TableMapping(kind: schema.kind, columns: survey.headers)
    let held = state.entity(Mapping.kind, key: mapping.shape).flatMap { $0.isAlive ? TableMapping($0) : nil }
    if !options.saysMapping, let held {
      mapping = held
      // A column that was empty then.
      let met = survey.columns.filter { held.unsettled.contains($0.header) && !$0.examples.isEmpty }
      mapping.unsettled.removeAll { header in met.contains { $0.header == header } }
      try settle(&mapping, met, schema, fields, file)
      try checkTwice(mapping, file)
      return (settled(mapping, survey, schema), isKept: settled(mapping, survey, schema) != held)
    }
    for header in survey.headers where !TablePlan.isMetadata(header) {
      mapping.fields[header] = Self.field(called: header, schema, fields)
    }
    mapping.zone = held?.zone
    try apply(&mapping, schema, fields, file)
    let isExport = survey.headers.contains(TablePlan.idName)
    if options.map.isEmpty, !isExport {
      let open = survey.columns.filter {
        mapping.fields[$0.header] == nil && !$0.header.isEmpty && !TablePlan.isMetadata($0.header)
      }
      if survey.isWhole { mapping.unsettled = open.filter(\.examples.isEmpty).map(\.header) }
      try settle(
        &mapping, open.filter { !mapping.unsettled.contains($0.header) }, schema, fields, file)
    }
    try checkTwice(mapping, file)
    guard !mapping.fields.isEmpty || isExport else {
      throw LedgerError(
        .usage, "no column is a field of \(schema.kind)", file: file,
        advice: "map columns to fields with --map")
    }
    if isExport { return (mapping, isKept: false) }
    let isPlain = mapping.fields.count == survey.headers.count { !TablePlan.isMetadata($0) }
    let whole = settled(mapping, survey, schema)
    return (whole, isKept: options.saysMapping || !isPlain || whole.zone != held?.zone)
  }

  /// Columns that have values and are not imported, without those that the user left out with `--map`.
  func unread(_ survey: TableSurvey, _ mapping: TableMapping) -> [String] {
    guard options.saysMapping else { return [] }
    let named = Set(
      (options.map.filter(\.field.isEmpty).map(\.column) + options.key).flatMap {
        Self.columns(named: $0, in: mapping.columns) ?? []
      })
    return survey.columns.filter { column in
      mapping.fields[column.header] == nil && !column.header.isEmpty && !column.examples.isEmpty
        && !TablePlan.isMetadata(column.header) && !named.contains(column.header)
    }.map(\.header)
  }

  /// The field that a header names, perhaps beside a unit: `Weight (kg)`. A number in a unit that the kind does not know
  /// is not its field.
  private static func field(called header: String, _ schema: KindSchema, _ fields: [String]) -> String? {
    let (name, unit) = HeaderName.parts(header)
    let found = HeaderName.field(called: name, in: fields)
    if let unit, let found, schema.field(found)?.type == .double {
      return UnitField(schema)?.knows(unit) == true ? found : nil
    }
    return HeaderName.field(called: header, in: fields) ?? found
  }

  /// The mapping with the zone of times that have none: from the options, else from the kept mapping, else this
  /// machine's.
  private func settled(_ mapping: TableMapping, _ survey: TableSurvey, _ schema: KindSchema) -> TableMapping {
    let hasLocalTimes = survey.columns.contains { column in
      guard let field = mapping.fields[column.header], schema.field(field)?.type == .instant else {
        return false
      }
      return column.hasLocalTimes || mapping.joined[field] != nil
    }
    guard hasLocalTimes else { return mapping }
    var mapping = mapping
    mapping.zone = options.zoneName ?? mapping.zone ?? options.localZoneName
    return mapping
  }

  /// In which zone a table's times are read that name none.
  func zone(of mapping: TableMapping, _ file: String) throws(LedgerError) -> TimeZoneRule {
    guard options.zoneName == nil, let name = mapping.zone else { return options.zone }
    guard let zone = ZoneDirectory.zone(named: name) else {
      throw LedgerError(
        .usage,
        "the times of such tables are in the zone \(OneLine.cut(name)), which this machine does not know",
        file: file, advice: "name one with --tz")
    }
    return TimeZoneRule { zone.offset(at: $0.milliseconds.floored(by: 1000)) }
  }

  /// Applies the command's options.
  private func apply(
    _ mapping: inout TableMapping, _ schema: KindSchema, _ fields: [String], _ file: String
  ) throws(LedgerError) {
    for (text, field) in options.map {
      guard let columns = Self.columns(named: text, in: mapping.columns) else {
        throw LedgerError(
          .usage, "there is no column '\(text)'", file: file,
          advice: Suggestion.advice(for: text, among: mapping.columns)
            ?? "its columns are: \(mapping.columns.prefix(TableMapping.shownMax).joined(separator: ", "))"
            + (mapping.columns.count > TableMapping.shownMax ? " and others" : ""))
      }
      guard field.isEmpty || fields.contains(field) else {
        throw LedgerError(
          .usage, "\(schema.kind) has no field '\(field)' to write",
          advice: Suggestion.advice(for: field, among: fields)
            ?? "'daybook schema show \(schema.kind)' lists its fields")
      }
      guard Set(columns).count == columns.count else {
        throw LedgerError(.usage, "a column is named twice in '\(text)'", advice: "name each once")
      }
      for column in columns { mapping.fields[column] = nil }
      if !field.isEmpty { mapping.set(columns, field) }
    }
    mapping.key = options.key
    (mapping.order, mapping.decimal) = (options.order, options.decimal)
  }

  /// The columns that a text names: one, or several with + between them.
  private static func columns(named text: String, in columns: [String]) -> [String]? {
    if columns.contains(text) { return [text] }
    let pieces = text.split(separator: "+", omittingEmptySubsequences: false)
    guard pieces.count > 1 else { return nil }
    // A column's name may have a + of its own.
    for count in 1..<pieces.count {
      let first = HeaderName.tidy(pieces[..<count].joined(separator: "+"))
      guard columns.contains(first) else { continue }
      let rest = pieces[count...].joined(separator: "+")
      if let others = self.columns(named: rest, in: columns)
        ?? self.columns(named: HeaderName.tidy(rest), in: columns)
      {
        return [first] + others
      }
    }
    return nil
  }

  /// Asks for the meaning of columns whose names do not show it.
  private func settle(
    _ mapping: inout TableMapping, _ columns: [ColumnSurvey], _ schema: KindSchema, _ fields: [String],
    _ file: String
  ) throws {
    var free = fields.filter { !mapping.fields.values.contains($0) }
    let book = AddressBook.suggestions(columns.map(\.header), of: mapping.columns, fields: free)
    let groups =
      book
      ?? columns.map { column in
        let guess = HeaderName.guess(column.header, in: free)
        free.removeAll { $0 == guess }
        return AddressBook.Suggestion(columns: [column.header], field: guess)
      }
    let questions = groups.map { group in
      ColumnQuestion(
        file: file, kind: schema.kind, columns: group.columns,
        examples: columns.first { $0.header == group.columns[0] }?.examples ?? [], guess: group.field,
        fields: fields)
    }
    if questions.isEmpty { return }
    for (question, answer) in zip(questions, try ask(questions)) {
      if case .field(let field) = answer { mapping.set(question.columns, field) }
    }
  }

  private func checkTwice(_ mapping: TableMapping, _ file: String) throws(LedgerError) {
    let columns = mapping.columns.filter { mapping.fields[$0] != nil }
    for (index, column) in columns.enumerated() {
      let same = columns[..<index].first { mapping.fields[$0] == mapping.fields[column] }
      guard let same else { continue }
      let joined = mapping.fields[column].flatMap { mapping.joined[$0] } ?? []
      if joined.contains(column), joined.contains(same) { continue }
      throw LedgerError(
        .usage, "'\(same)' and '\(column)' are both \(mapping.fields[column] ?? "")", file: file,
        advice: "skip one: --map '\(column)='")
    }
  }

  /// The fields that a table can write.
  private static func fields(of schema: KindSchema) -> [String] {
    schema.fields.filter { field in
      if field.isProjection || field.name == "id" { return false }
      if case .many = field.type { return schema.relations.contains { $0.name == field.name } }
      return true
    }.map(\.name)
  }
}
