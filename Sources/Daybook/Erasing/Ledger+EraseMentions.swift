import DaybookModel
import DaybookView

extension Ledger {
  /// The name that people know an entity by, even if it is gone; nil where nothing names it, or output hides that.
  func calledName(_ kind: String, _ id: String) -> String? {
    let name = view.read(kind, id, includesGone: true, in: loaded.records) { $0.calledName } ?? nil
    return name.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The other entities with an event or a name that holds a text that would be erased.
  func mentions(
    of lines: [ErasureSurvey.Line], in preview: ErasurePreview, _ request: ErasureRequest
  ) throws -> [ErasurePreview.Mention] {
    var survey = MentionSurvey(
      of: texts(of: lines, in: preview, withNames: request.fields.isEmpty && request.before == nil),
      besides: Set(preview.parts.map { EntityName(kind: $0.kind, id: $0.id) }))
    if survey.isEmpty { return [] }
    try forEachFrame { survey.note($0) }
    // A name that is made of several fields occurs in no event.
    for schema in schemas.kinds where schema.nameFormula != nil {
      view.forEach(schema.kind, includesGone: true, in: loaded.records) { entity in
        guard let name = entity.calledName else { return }
        survey.note(name: name, of: EntityName(kind: schema.kind, id: entity.id))
      }
    }
    return survey.mentions.map { mention in
      var mention = mention
      mention.name = calledName(mention.kind, mention.id)
      return mention
    }
  }

  /// The texts that would be erased; those of the named entity come first, since there may be too many.
  private func texts(
    of lines: [ErasureSurvey.Line], in preview: ErasurePreview, withNames: Bool
  ) -> ErasedTexts {
    var texts = ErasedTexts()
    for part in preview.parts where withNames && part.lines > 0 {
      if let name = part.name { texts.note(name: name) }
      // What belongs to it is rarely called by a name of its own.
      if preview.parts.count > 1 { break }
    }
    for line in lines.filter({ $0.part == 0 }) + lines.filter({ $0.part > 0 }) {
      let kind = preview.parts[line.part].kind
      let schema = schemas[kind]
      for member in line.values {
        let field = schema?.fields.first { schema?.names(of: $0.name).contains(member.key) ?? false }
        texts.note(
          member.value, of: field?.type ?? .any, from: ErasedTexts.Origin(kind: kind, field: member.key))
      }
    }
    return texts
  }
}
