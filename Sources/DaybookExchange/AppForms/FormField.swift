import Daybook

/// How a member of an app's object maps to the kind that the object describes.
enum FormField {
  case field(FieldSchema)
  /// Computed here; the app's own value is skipped.
  case computed
  case one(FieldSchema)
  case many(RelationSchema)
  /// Stored at the other end of the relation.
  case inverse(RelationSchema)

  /// Nil for a name that the kind does not know.
  init?(name: String, of schema: KindSchema) {
    let name = Self.present(name, schema)
    if let inverse = schema.inverses.first(where: { $0.inverse == name }) {
      self = .inverse(inverse)
    } else if let relation = schema.relations.first(where: { $0.name == name && $0.isToMany }) {
      self = .many(relation)
    } else if let field = schema.field(name) {
      if case .one = field.type {
        self = .one(field)
      } else if field.isProjection {
        // An id that stands in place of the object: `senderID`.
        guard name.hasSuffix("ID"), let one = schema.field(String(name.dropLast(2))), case .one = one.type
        else {
          self = .computed
          return
        }
        self = .one(one)
      } else {
        self = .field(field)
      }
    } else if let list = Self.cloudLists[name], schema.kind == "purus.medicalRecord",
      let inverse = schema.inverses.first(where: { $0.inverse == list })
    {
      self = .inverse(inverse)
    } else {
      return nil
    }
  }

  /// A field's name today: former names, and those of raw values that Core Data keeps beside an enumeration.
  private static func present(_ name: String, _ schema: KindSchema) -> String {
    if let rename = schema.renames.first(where: { $0.former == name }) { return rename.name }
    if schema.field(name) == nil, name.hasSuffix("RawValue") { return String(name.dropLast(8)) }
    return name
  }

  /// The lists of a medical record in its cloud form: each a text that holds a JSON array.
  private static let cloudLists = [
    "bloodEntries": "blood", "drugEntries": "drugs", "vaccinationEntries": "vaccinations",
    "allergyEntries": "allergies", "illnessEntries": "illnesses", "riskEntries": "risks",
    "medicalHistoryEntries": "medicalHistory", "medicalDocumentEntries": "documents",
    "humanDoctorEntries": "doctors", "weightEntries": "weights", "petYearlyCostEntries": "petYearlyCosts",
  ]
}
