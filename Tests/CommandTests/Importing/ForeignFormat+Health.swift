extension ForeignFormat {
  private static func resource(_ type: String, _ more: String) -> String {
    "{\"resource\":{\"resourceType\":\"\(type)\",\"id\":\"\(type)-1\",\"subject\":{\"reference\":\"Patient/p\"},\"patient\":{\"reference\":\"Patient/p\"},\(more)}}"
  }

  private static func code(_ text: String) -> String { "\"code\":{\"text\":\"\(text)\"}" }

  static let fhir = ForeignFormat(
    title: "FHIR", arguments: "fhir FILES",
    files: [
      "bundle.json": """
      {"resourceType":"Bundle","type":"collection","entry":[
      {"resource":{"resourceType":"Patient","id":"p","name":[{"given":["Givenmarker"],"family":"Lee"}],"birthDate":"1980-02-29","gender":"female",
        "address":[{"line":["Elmway 7"],"city":"Berlin"}],"contact":[{"name":{"text":"Callmarker"},"telecom":[{"system":"phone","value":"+49 30 1112223"}]}]}},
      \([
        resource("Observation", code("Bloodmarker") + #","status":"final","effectiveDateTime":"2026-01-20","valueQuantity":{"value":5.30,"unit":"mmol/L"},"referenceRange":[{"text":"Rangemarker"}],"note":[{"text":"Obsnotemarker"}],"component":[{"code":{"text":"Componentmarker"},"valueString":"x"}],"device":{"display":"Devicemarker"}"#),
        #"{"resource":{"resourceType":"Observation","id":"w","subject":{"reference":"Patient/p"},"status":"final","effectiveDateTime":"2026-01-20","code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}]},"valueQuantity":{"value":71.25,"unit":"kg","system":"http://unitsofmeasure.org","code":"kg"}}}"#,
        resource("Condition", code("Illnessmarker") + #","clinicalStatus":{"coding":[{"code":"resolved"}]},"onsetDateTime":"2011-02-03""#),
        resource("AllergyIntolerance", code("Allergymarker") + #","reaction":[{"manifestation":[{"text":"Reactionmarker"}]}]"#),
        resource("MedicationRequest", #""status":"active","intent":"order","medicationCodeableConcept":{"text":"Drugmarker"},"dosageInstruction":[{"text":"Dosemarker"}]"#),
        resource("MedicationStatement", #""status":"active","medicationCodeableConcept":{"text":"Statedmarker"}"#),
        resource("MedicationDispense", #""status":"completed","medicationCodeableConcept":{"text":"Dispensemarker"}"#),
        resource("MedicationAdministration", #""status":"completed","medicationCodeableConcept":{"text":"Administermarker"},"effectiveDateTime":"2026-01-20""#),
        resource("Immunization", #""status":"completed","vaccineCode":{"text":"Vaccinemarker"},"occurrenceDateTime":"2026-01-20","lotNumber":"Lotmarker""#),
        resource("Procedure", code("Proceduremarker") + #","status":"completed""#),
        resource("Encounter", #""status":"finished","class":{"code":"AMB"},"type":[{"text":"Visitmarker"}]"#),
        resource("DiagnosticReport", code("Reportmarker") + #","status":"final","conclusion":"Conclusionmarker""#),
        resource("DocumentReference", #""status":"current","description":"Documentmarker","content":[{"attachment":{"contentType":"text/plain","title":"Documentmarker","data":"RG9j"}}]"#),
        resource("FamilyMemberHistory", #""status":"completed","relationship":{"text":"Mother"},"condition":[{"code":{"text":"Familymarker"}}]"#),
        resource("RiskAssessment", #""status":"final","prediction":[{"outcome":{"text":"Riskmarker"}}]"#),
        resource("Flag", #""status":"active","code":{"text":"Flagmarker"}"#),
        #"{"resource":{"resourceType":"Practitioner","id":"d","name":[{"text":"Doctormarker"}]}}"#,
        resource("RelatedPerson", #""name":[{"text":"Relatedmarker"}],"relationship":[{"text":"Brother"}]"#),
        resource("CarePlan", #""status":"active","intent":"plan","description":"Planmarker""#),
        resource("Goal", #""lifecycleStatus":"active","description":{"text":"Goalmarker"}"#),
        resource("ServiceRequest", code("Requestmarker") + #","status":"active","intent":"order""#),
        resource("Appointment", #""status":"booked","description":"Appointmentmarker""#),
        resource("Claim", #""status":"active","identifier":[{"value":"Claimmarker"}]"#),
        resource("Coverage", #""status":"active","subscriberId":"Covermarker""#),
        resource("QuestionnaireResponse", #""status":"completed","item":[{"linkId":"1","text":"Questionmarker"}]"#),
        #"{"resource":{"resourceType":"Organization","id":"o","name":"Clinicmarker"}}"#,
        #"{"resource":{"resourceType":"Basic","id":"b","code":{"text":"Basicmarker"}}}"#,
      ].joined(separator: ",\n"))
      ]}
      """
    ],
    elements: [
      .init("Patient", "Givenmarker"), .init("Patient.birthDate", "1980-02-29"),
      .init("Patient.address", "Elmway 7"), .init("Patient.contact", "Callmarker"),
      .init("Observation", "Bloodmarker"), .init("Observation.value", "5.30 mmol/L"),
      .init("Observation.referenceRange", "Rangemarker"), .init("Observation.note", "Obsnotemarker"),
      .init("Observation.component", "Componentmarker"),
      .init("Observation.device and other elements", "Devicemarker"),
      .init("Observation of weight", "71.25"), .init("Condition", "Illnessmarker"),
      .init("AllergyIntolerance", "Allergymarker"), .init("AllergyIntolerance.reaction", "Reactionmarker"),
      .init("MedicationRequest, MedicationOrder", "Drugmarker"),
      .init("dosageInstruction, dosage", "Dosemarker"),
      .init("MedicationStatement", "Statedmarker"), .init("MedicationDispense", "Dispensemarker"),
      .init("MedicationAdministration", "Administermarker"), .init("Immunization", "Vaccinemarker"),
      .init("Immunization.lotNumber", "Lotmarker"), .init("Procedure", "Proceduremarker"),
      .init("Encounter", "Visitmarker"), .init("DiagnosticReport", "Reportmarker"),
      .init("DocumentReference, Media", "Documentmarker"), .init("FamilyMemberHistory", "Familymarker"),
      .init("RiskAssessment", "Riskmarker"), .init("Flag", "Flagmarker"),
      .init("Practitioner", "Doctormarker"),
      .init("RelatedPerson", "Relatedmarker"), .init("CarePlan", "Planmarker"), .init("Goal", "Goalmarker"),
      .init("ServiceRequest", "Requestmarker"), .init("Appointment", "Appointmentmarker"),
      .init("Claim", "Claimmarker"), .init("Coverage", "Covermarker"),
      .init("QuestionnaireResponse", "Questionmarker"), .init("Organization", "Clinicmarker"),
      .init("every other resource", "Basicmarker"),
    ])

  private static func section(_ code: String, _ title: String, _ entry: String = "") -> String {
    """
    <component><section><code code="\(code)" codeSystem="2.16.840.1.113883.6.1"/><title>\(title)</title>
    <text>\(title) narrative</text>\(entry.isEmpty ? "" : "<entry>\(entry)</entry>")</section></component>
    """
  }

  private static func concern(_ value: String) -> String {
    """
    <act classCode="ACT" moodCode="EVN"><id root="1.2.\(value.count)"/><statusCode code="active"/><entryRelationship typeCode="SUBJ">
    <observation classCode="OBS" moodCode="EVN"><statusCode code="completed"/>\(value)</observation></entryRelationship></act>
    """
  }

  private static func substance(_ name: String) -> String {
    """
    <substanceAdministration classCode="SBADM" moodCode="EVN"><id root="1.3.\(name.count)"/><statusCode code="active"/><effectiveTime value="20260120"/>
    <routeCode displayName="Route\(name)"/><consumable><manufacturedProduct><manufacturedMaterial>
    <code code="1" codeSystem="2.16.840.1.113883.6.88" displayName="\(name)"/></manufacturedMaterial></manufacturedProduct></consumable>
    </substanceAdministration>
    """
  }

  private static func coded(_ tag: String, _ name: String, _ more: String = "") -> String {
    """
    <\(tag) classCode="OBS" moodCode="EVN"><id root="1.4.\(name.count)" extension="\(name)"/><code code="9" codeSystem="2.16.840.1.113883.6.1" displayName="\(name)"/>
    <statusCode code="completed"/><effectiveTime value="20260120"/>\(more)</\(tag)>
    """
  }

  static let clinicalDocument = ForeignFormat(
    title: "Clinical documents", arguments: "ccda FILES",
    files: [
      "a.xml": """
      <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><title>Documenttitle</title>
      <recordTarget><patientRole><id root="1.2" extension="p"/><addr><streetAddressLine>Elmway 7</streetAddressLine></addr>
      <patient><name><given>Givenmarker</given><family>Lee</family></name><birthTime value="19800229"/>
      <guardian><guardianPerson><name><given>Guardmarker</given></name></guardianPerson></guardian></patient></patientRole></recordTarget>
      <author><time value="20260101"/><assignedAuthor><id root="1.9"/><assignedPerson><name><given>Authormarker</given><family>Doe</family></name></assignedPerson></assignedAuthor></author>
      <custodian><assignedCustodian><representedCustodianOrganization><name>Custodianmarker</name></representedCustodianOrganization></assignedCustodian></custodian>
      <component><structuredBody>
      \([
        section("48765-2", "Allergies", concern(#"<value xsi:type="CD" code="419199007"/><participant typeCode="CSM"><participantRole><playingEntity><code code="2" codeSystem="2.16.840.1.113883.6.88" displayName="Allergymarker"/></playingEntity></participantRole></participant>"#)),
        section("10160-0", "Medications", substance("Drugmarker")),
        section("11369-6", "Immunizations", substance("Vaccine-marker")),
        section("11450-4", "Problems", concern(#"<value xsi:type="CD" code="3" codeSystem="2.16.840.1.113883.6.96" displayName="Problemmarker"/>"#)),
        section("30954-2", "Results", #"<organizer classCode="BATTERY" moodCode="EVN"><statusCode code="completed"/><component>"# + coded("observation", "Resultmarker", #"<value xsi:type="PQ" value="5.30" unit="mmol/L"/>"#) + "</component></organizer>"),
        section("8716-3", "Vitals", #"<organizer classCode="CLUSTER" moodCode="EVN"><statusCode code="completed"/><component>"# + coded("observation", "Vitalmarker", #"<value xsi:type="PQ" value="36.6" unit="Cel"/>"#) + "</component></organizer>"),
        section("47519-4", "Procedures", coded("procedure", "Proceduremarker")),
        section("46240-8", "Encounters", coded("encounter", "Encountermarker")),
        section("29762-2", "Social", coded("observation", "Socialmarker", #"<value xsi:type="ST">Habitmarker</value>"#)),
        section("10157-6", "Family", #"<organizer classCode="CLUSTER" moodCode="EVN"><statusCode code="completed"/><subject><relatedSubject><code code="MTH" displayName="Mother"/></relatedSubject></subject><component><observation classCode="OBS" moodCode="EVN"><statusCode code="completed"/><value xsi:type="CD" code="4" displayName="Familymarker"/></observation></component></organizer>"#),
        section("18776-5", "Plan"), section("61146-7", "Goals"), section("46264-8", "Equipment"),
        section("48768-6", "Payers"), section("10164-2", "Present"), section("99999-9", "Other"),
      ].joined(separator: "\n"))
      </structuredBody></component></ClinicalDocument>
      """
    ],
    elements: [
      .init("recordTarget", "Givenmarker"), .init("birthTime", "1980-02-29"), .init("addr", "Elmway 7"),
      .init("guardian", "Guardmarker"), .init("author", "Authormarker"),
      .init("custodian", "Custodianmarker", notice: "custodian"),
      .init("title", "Documenttitle", notice: "title"),
      .init("allergies", "Allergymarker"), .init("medications", "Drugmarker"),
      .init("routeCode", "RouteDrugmarker"), .init("immunizations", "Vaccine-marker"),
      .init("problems", "Problemmarker"), .init("results", "Resultmarker"), .init("value", "5.30 mmol/L"),
      .init("vital signs", "Vitalmarker"), .init("procedures", "Proceduremarker"),
      .init("encounters", "Encountermarker"), .init("social history", "Socialmarker"),
      .init("family history", "Familymarker"), .init("plan of treatment", "Plan narrative"),
      .init("goals", "Goals narrative"), .init("equipment", "Equipment narrative"),
      .init("payers", "Payers narrative"), .init("history of present illness", "Present narrative"),
      .init("every other section", "Other narrative"),
      .init("the narrative of a section with entries", "Medications narrative"),
    ])

  private static func record(_ type: String, _ value: String, _ unit: String, _ more: String = "") -> String {
    "<Record type=\"\(type)\" sourceName=\"Sourcemarker\" sourceVersion=\"Versionmarker\" unit=\"\(unit)\" creationDate=\"2026-01-20 10:00:00 +0000\" startDate=\"2026-01-20 10:00:00 +0000\" endDate=\"2026-01-20 10:07:00 +0000\" value=\"\(value)\">\(more)</Record>"
  }

  static let appleHealth = ForeignFormat(
    title: "Apple Health", arguments: "apple-health FILES",
    files: [
      "apple_health_export/export.xml": """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_US">
      <ExportDate value="2026-02-01 10:00:00 +0000"/>
      <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeABNegative" HKCharacteristicTypeIdentifierFitzpatrickSkinType="HKFitzpatrickSkinTypeIII"/>
      \([
        record("HKQuantityTypeIdentifierBodyMass", "71.25", "kg", #"<MetadataEntry key="Keymarker" value="Metamarker"/>"#),
        record("HKQuantityTypeIdentifierBloodGlucose", "5.31", "mmol&lt;180.1558800000541&gt;/L"),
        record("HKQuantityTypeIdentifierStepCount", "1717", "count"),
        record("HKQuantityTypeIdentifierRespiratoryRate", "14.5", "count/min"),
        record("HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepREM", ""),
        record("HKQuantityTypeIdentifierBloodPressureSystolic", "123", "mmHg"),
        record("HKQuantityTypeIdentifierBloodPressureDiastolic", "79", "mmHg"),
      ].joined(separator: "\n"))
      <Correlation type="HKCorrelationTypeIdentifierFood" sourceName="Foodmarker" creationDate="2026-01-20 10:00:00 +0000" startDate="2026-01-20 10:00:00 +0000" endDate="2026-01-20 10:00:00 +0000"><MetadataEntry key="HKFoodType" value="Soup"/></Correlation>
      <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="33" durationUnit="min" sourceName="Watch" creationDate="2026-01-20 10:00:00 +0000" startDate="2026-01-20 10:00:00 +0000" endDate="2026-01-20 10:33:00 +0000"><WorkoutEvent type="HKWorkoutEventTypePause" date="2026-01-20 10:05:00 +0000"/></Workout>
      <ActivitySummary dateComponents="2026-01-20" activeEnergyBurned="345.5" activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="kcal" appleExerciseTime="31" appleExerciseTimeGoal="30" appleStandHours="9" appleStandHoursGoal="12"/>
      <ClinicalRecord type="AllergyIntolerance" identifier="1" sourceName="Clinic" sourceURL="x" fhirVersion="4.0.1" receivedDate="2026-01-20 10:00:00 +0000" resourceFilePath="/clinical-records/a.json"/>
      <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Audiomarker" creationDate="2026-01-20 10:00:00 +0000" startDate="2026-01-20 10:00:00 +0000" endDate="2026-01-20 10:00:00 +0000"/>
      <VisionPrescription type="Glasses" dateIssued="2026-01-20 10:00:00 +0000"/>
      </HealthData>

      """,
      "apple_health_export/clinical-records/a.json":
        #"{"resourceType":"AllergyIntolerance","id":"a","patient":{"display":"Ann"},"code":{"text":"Clinicalmarker"}}"#,
      "apple_health_export/electrocardiograms/ecg_2026-01-20.csv":
        "Name,Ann\nRecorded Date,2026-01-20 10:00:00 +0000\nClassification,Sinus Rhythm\n\n1.5,2.5\n",
      "apple_health_export/workout-routes/route_2026-01-20.gpx":
        "<gpx><trk><name>Routemarker</name></trk></gpx>",
      "apple_health_export/export_cda.xml": "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>",
    ],
    elements: [
      .init("Me: birth date", "1980-02-29"), .init("Me: sex", "female"), .init("Me: blood type", "AB"),
      .init("Me: skin type", "III"), .init("BodyMass", "71.25"), .init("MetadataEntry", "Metamarker"),
      .init("sourceName", "Sourcemarker"), .init("sourceVersion, device", "Versionmarker"),
      .init("blood glucose, other measurements", "5.31 mmol/L"), .init("steps and other sums", "1717"),
      .init("respiratory rate and other means", "14.5"), .init("sleep and other categories", "REM"),
      .init("blood pressure", "123/79 mmHg"), .init("Correlation of food", "Foodmarker", notice: "Food"),
      .init("Workout", "Yoga"), .init("WorkoutEvent", "HKWorkoutEventTypePause", notice: "WorkoutEvent"),
      .init("ActivitySummary", "345.5"), .init("clinical-records", "Clinicalmarker"),
      .init("electrocardiograms", "Sinus Rhythm"), .skipped("workout-routes", "route"),
      .skipped("export_cda.xml", "export_cda"), .init("Audiogram", "Audiomarker", notice: "Audiogram"),
      .init("VisionPrescription", "Glasses", notice: "VisionPrescription"),
      .init("ExportDate", "2026-02-01T10:00"),
    ])
}
