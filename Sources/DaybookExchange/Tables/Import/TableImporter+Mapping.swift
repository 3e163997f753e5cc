import Daybook
import DaybookModel
import DaybookView

extension TableImporter {
  /// What the columns mean: what was said with the command, else what the ledger keeps of such files, else
  /// what the header says by itself, and of the rest what whoever is asked answers.
  ///
  /// - Returns: the mapping, and whether it is to be kept.
  func mapping(
    _ survey: TableSurvey, _ schema: KindSchema, _ file: String, in state: borrowing LoadedLedger
  ) throws -> (TableMapping, isKept: Bool) {
    let fields = Self.fields(of: schema)
    var mapping = TableMapping(kind: schema.kind, columns: survey.headers)
    if !options.saysMapping, let held = state.entity(Mapping.kind, key: mapping.shape), held.isAlive,
      let kept = TableMapping(held)
    {
      return (kept, isKept: false)
    }
    for header in survey.headers where !TablePlan.isMetadata(header) {
      mapping.fields[header] =
        HeaderName.field(called: header, in: fields)
        ?? HeaderName.field(called: HeaderName.parts(header).name, in: fields)
    }
    try apply(&mapping, schema, fields, file)
    let isExport = survey.headers.contains(TablePlan.idName)
    if options.map.isEmpty, !isExport { try settle(&mapping, survey, schema, fields, file) }
    try checkTwice(mapping, file)
    guard !mapping.fields.isEmpty || isExport else {
      throw LedgerError(
        .usage, "no column is a field of \(schema.kind)", file: file, advice: "say which are with --map")
    }
    let isPlain = mapping.fields.count == survey.headers.count { !TablePlan.isMetadata($0) }
    return (mapping, isKept: !isExport && (options.saysMapping || !isPlain))
  }

  /// What was said with the command.
  private func apply(
    _ mapping: inout TableMapping, _ schema: KindSchema, _ fields: [String], _ file: String
  ) throws(LedgerError) {
    for (column, field) in options.map {
      guard mapping.columns.contains(column) else {
        throw LedgerError(
          .usage, "there is no column '\(column)'", file: file,
          advice: Suggestion.advice(for: column, among: mapping.columns)
            ?? "its columns are: \(mapping.columns.prefix(TableMapping.shownMax).joined(separator: ", "))"
            + (mapping.columns.count > TableMapping.shownMax ? " and others" : ""))
      }
      guard field.isEmpty || fields.contains(field) else {
        throw LedgerError(
          .usage, "\(schema.kind) has no field '\(field)' to write",
          advice: Suggestion.advice(for: field, among: fields)
            ?? "'daybook schema show \(schema.kind)' lists its fields")
      }
      mapping.fields[column] = field.isEmpty ? nil : field
    }
    mapping.key = options.key
    (mapping.order, mapping.decimal) = (options.order, options.decimal)
  }

  /// Asks for what no name says.
  private func settle(
    _ mapping: inout TableMapping, _ survey: TableSurvey, _ schema: KindSchema, _ fields: [String],
    _ file: String
  ) throws {
    var free = fields.filter { !mapping.fields.values.contains($0) }
    var questions: [ColumnQuestion] = []
    for column in survey.columns
    where mapping.fields[column.header] == nil && !column.header.isEmpty
      && !TablePlan.isMetadata(column.header)
    {
      let guess = HeaderName.guess(column.header, in: free)
      free.removeAll { $0 == guess }
      questions.append(
        ColumnQuestion(
          file: file, kind: schema.kind, column: column.header, examples: column.examples, guess: guess,
          fields: fields))
    }
    if questions.isEmpty { return }
    for (question, answer) in zip(questions, try ask(questions)) {
      if case .field(let field) = answer { mapping.fields[question.column] = field }
    }
  }

  private func checkTwice(_ mapping: TableMapping, _ file: String) throws(LedgerError) {
    let columns = mapping.columns.filter { mapping.fields[$0] != nil }
    for (index, column) in columns.enumerated() {
      let same = columns[..<index].first { mapping.fields[$0] == mapping.fields[column] }
      guard let same else { continue }
      throw LedgerError(
        .usage, "'\(same)' and '\(column)' are both \(mapping.fields[column] ?? "")", file: file,
        advice: "pass one over: --map '\(column)='")
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
