import Daybook
import Testing

@testable import DaybookCommands
@testable import PurusHealth

/// The fields of the model, one list a kind, and what every kind has in common.
@Suite struct SchemaTests {
  private static let registry = try? SchemaRegistry([.daybook, .purus])

  static let model: [(kind: String, fields: String)] = [
    (
      "purus.medicalRecord",
      """
      createdAt updatedAt personalFamilyName personalGivenName personalNickName personalGender personalBirthdate
      personalSocialSecurityNumber personalAddress personalHealthInsurance personalHealthInsuranceNumber
      personalEmployer isPet personalName personalAnimalID petBreed petColor ownerName ownerPhone ownerEmail
      vetClinicName vetContactName vetPhone vetEmail vetAddress vetNote isCloudEnabled isSharingEnabled
      cloudShareRecordName recordLocation displayName blood drugs vaccinations allergies illnesses risks
      medicalHistory documents doctors weights petYearlyCosts emergencyContacts
      sourceResources
      """
    ),
    ("purus.bloodEntry", "date value comment record"),
    ("purus.drugEntry", "date name information comment record"),
    ("purus.vaccinationEntry", "date name information place comment record"),
    ("purus.allergyEntry", "information comment record"),
    ("purus.illnessEntry", "information comment record"),
    ("purus.riskEntry", "information comment record"),
    ("purus.medicalHistoryEntry", "information comment record"),
    ("purus.medicalDocumentEntry", "documentName documentType documentData comment record"),
    (
      "purus.humanDoctorEntry",
      "createdAt updatedAt date name specialty contactName phone email address comment record"
    ),
    ("purus.weightEntry", "createdAt updatedAt date weight unit comment record"),
    ("purus.petYearlyCostEntry", "createdAt updatedAt year cost currency comment record"),
    ("purus.emergencyContact", "name phone email relationship record"),
    (
      "purus.sourceResource",
      "format resourceType sourceID sourceURL sourceTime text data entryKind entryID record"
    ),
  ]

  /// `schema show` of every kind: the model's fields in its order, and the id, which is the model's `uuid`.
  @Test(arguments: model)
  func theSchemaHasTheFieldsOfTheModel(kind: String, fields: String) throws {
    let schema = try #require(Self.registry?[kind])
    #expect(schema.fields.map(\.name) == ["id"] + fields.split { $0.isWhitespace }.map(String.init))
    #expect(schema.idAlias == "uuid")
    #expect(schema.version == 1)
    #expect(schema.isPersonal)
  }

  @Test func thereAreNoOtherKinds() throws {
    let registry = try #require(Self.registry)
    #expect(registry.kinds.map(\.kind).filter { $0.hasPrefix("purus.") } == Self.model.map(\.kind).sorted())
  }

  /// All relations lead from an entry to its record, and from there back under a name of the list.
  @Test func everyRelationLeadsToARecord() throws {
    let registry = try #require(Self.registry)
    let record = try #require(registry["purus.medicalRecord"])
    #expect(record.relations.isEmpty)
    #expect(
      record.inverses.map { "\($0.inverse ?? "") \($0.owner).\($0.name) \($0.onTargetDelete.rawValue)" } == [
        "allergies purus.allergyEntry.record cascade", "blood purus.bloodEntry.record cascade",
        "doctors purus.humanDoctorEntry.record cascade",
        "documents purus.medicalDocumentEntry.record cascade",
        "drugs purus.drugEntry.record cascade", "emergencyContacts purus.emergencyContact.record cascade",
        "illnesses purus.illnessEntry.record cascade",
        "medicalHistory purus.medicalHistoryEntry.record cascade",
        "petYearlyCosts purus.petYearlyCostEntry.record cascade", "risks purus.riskEntry.record cascade",
        "sourceResources purus.sourceResource.record cascade",
        "vaccinations purus.vaccinationEntry.record cascade", "weights purus.weightEntry.record cascade",
      ])
    for list in EntryList.all {
      let relations = try #require(registry[list.kind]).relations
      #expect(relations.map(\.name) == ["record"])
      #expect(relations.map(\.inverse) == [list.relation])
      // An entry's deletion is its own.
      #expect(relations.map(\.onDelete) == [.nullify])
    }
  }

  /// What is hidden unless somebody asks for it, and nothing else.
  @Test func sensitiveFields() throws {
    let registry = try #require(Self.registry)
    let found = registry.kinds.filter { $0.kind.hasPrefix("purus.") }.flatMap { kind in
      kind.fields.filter(\.isSensitive).map { "\(kind.kind.dropFirst(6)).\($0.name)" }
    }
    let expected = """
      medicalRecord.personalGender medicalRecord.personalBirthdate medicalRecord.personalSocialSecurityNumber
      medicalRecord.personalAddress medicalRecord.personalHealthInsurance
      medicalRecord.personalHealthInsuranceNumber medicalRecord.personalEmployer medicalRecord.personalAnimalID
      medicalRecord.ownerPhone medicalRecord.ownerEmail medicalRecord.vetNote medicalRecord.cloudShareRecordName
      bloodEntry.value bloodEntry.comment drugEntry.name drugEntry.information drugEntry.comment
      vaccinationEntry.information vaccinationEntry.place vaccinationEntry.comment allergyEntry.information
      allergyEntry.comment illnessEntry.information illnessEntry.comment riskEntry.information riskEntry.comment
      medicalHistoryEntry.information medicalHistoryEntry.comment medicalDocumentEntry.documentName
      medicalDocumentEntry.documentData medicalDocumentEntry.comment humanDoctorEntry.contactName
      humanDoctorEntry.phone humanDoctorEntry.email humanDoctorEntry.address humanDoctorEntry.comment
      weightEntry.comment petYearlyCostEntry.comment emergencyContact.phone emergencyContact.email
      sourceResource.sourceID sourceResource.sourceURL sourceResource.text sourceResource.data
      """
    #expect(Set(found) == Set(expected.split { $0.isWhitespace }.map(String.init)))
  }

  @Test func theDisplayNameAloneIsComputed() throws {
    let registry = try #require(Self.registry)
    let computed = registry.kinds.filter { $0.kind.hasPrefix("purus.") }.flatMap { kind in
      kind.fields.filter(\.isProjection).map { "\(kind.kind.dropFirst(6)).\($0.name)" }
    }
    #expect(computed == ["medicalRecord.displayName"])
  }
}
