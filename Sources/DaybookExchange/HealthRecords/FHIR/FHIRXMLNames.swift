// Which elements of FHIR are lists, numbers and truth values: XML does not show this, but JSON does. The only table for
// it, for R4 and for the types that patient records use. An element that comes more than once is a list whatever it is
// called.

enum FHIRXMLNames {
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Lists wherever they stand.
  private static let lists = words(
    """
    account addItem additionalInstruction additive addresses adjudication agent answer answerOption appliesTo
    assessment attester authorizingPrescription availableTime basis benefitBalance careTeam careTeamSequence classHistory
    coding communication complication complicationDetail conclusionCode contact contained container contract contributor
    costToBeneficiary dayOfWeek derivedFrom detailSequence detectedIssue diagnosis diagnosisSequence dietPreference
    dosageInstruction doseAndRate education enableWhen endpoint entity entry episodeOfCare event eventHistory evidence
    extension focalDevice followUp generalPractitioner given goal hasMember healthcareService hoursOfOperation imagingStudy
    informationSequence ingredient initial instance instantiates instantiatesCanonical instantiatesUri insurance
    interpretation interpreter issue item itemSequence line locationCode manifestation media modifier modifierExtension
    notAvailable note noteNumber payloadMimeType payloadType orderDetail outcomeCode outcomeCodeableConcept outcomeReference parameter part participant
    payor photo policy preAuthRef prediction presentedForm procedureCode procedureSequence processNote processing programCode
    programEligibility progress property protocolApplied reaction reasonCode reasonReference receiver referenceRange related
    relatesTo relevantHistory replaces report requestedPeriod responsibleParty result resultsInterpreter safety section
    securityLabel series serviceCategory slot specialArrangement specialCourtesy specialization specialty stage
    statusHistory subDetail subDetailSequence subSite subjectType subpotentReason suffix supportingInfo
    supportingInformation telecom timeOfDay udi udiCarrier useContext usedCode usedReference valueCode alias
    """)

  /// Lists below these elements alone; a resource is called by its type.
  private static let listsBelow = words(
    """
    CarePlan.activity Organization.address Patient.address Practitioner.address RelatedPerson.address Person.address
    Composition.author DocumentReference.author section.author Condition.bodySite Procedure.bodySite ServiceRequest.bodySite
    AllergyIntolerance.category CarePlan.category CareTeam.category Composition.category Condition.category
    DiagnosticReport.category DocumentReference.category Flag.category Goal.category MedicationRequest.category
    Observation.category ServiceRequest.category Coverage.class PractitionerRole.code Questionnaire.code event.code
    evidence.code Observation.component FamilyMemberHistory.condition Specimen.condition DocumentReference.content
    addItem.detail event.detail evidence.detail item.detail MedicationAdministration.device Device.deviceName
    MedicationStatement.dosage context.encounter item.encounter Observation.focus Questionnaire.jurisdiction Patient.link
    Person.link Bundle.link entry.link Encounter.location PractitionerRole.location ServiceRequest.locationReference
    CareTeam.managingOrganization ImagingStudy.modality Patient.name Practitioner.name RelatedPerson.name Person.name
    Specimen.parent CarePlan.partOf Media.partOf MedicationAdministration.partOf MedicationDispense.partOf
    MedicationStatement.partOf Observation.partOf Procedure.partOf QuestionnaireResponse.partOf DiagnosticReport.performer
    Immunization.performer MedicationAdministration.performer MedicationDispense.performer Observation.performer
    Procedure.performer ServiceRequest.performer detail.performer series.performer name.prefix Claim.procedure
    ExplanationOfBenefit.procedure addItem.provider Practitioner.qualification Provenance.reason RelatedPerson.relationship
    contact.relationship Specimen.request agent.role participant.role Appointment.serviceType Provenance.signature
    DiagnosticReport.specimen ServiceRequest.specimen series.specimen Device.statusReason MedicationStatement.statusReason
    MedicationAdministration.statusReason Goal.target Provenance.target ExplanationOfBenefit.total Encounter.type
    Location.type Organization.type diagnosis.type participant.type procedure.type signature.type Device.version repeat.when
    meta.profile meta.security meta.tag Immunization.education Encounter.appointment item.code Appointment.basedOn CarePlan.basedOn DiagnosticReport.basedOn
    Encounter.basedOn ImagingStudy.basedOn Media.basedOn MedicationRequest.basedOn MedicationStatement.basedOn
    Observation.basedOn Procedure.basedOn QuestionnaireResponse.basedOn ServiceRequest.basedOn
    """)

  /// What identifies these is one thing; every other resource has a list of them, and so has a qualification.
  private static let identifiedOnce = words("Bundle Composition QuestionnaireResponse")

  static func isList(_ name: String, below parent: String) -> Bool {
    if name == "identifier" {
      return parent.first?.isUppercase == true && !identifiedOnce.contains(parent)
        || parent == "qualification"
    }
    return lists.contains(name) || listsBelow.contains("\(parent).\(name)")
  }

  private static let numbers = words(
    """
    altitude careTeamSequence count countMax detailSequence diagnosisSequence dimensions duration durationMax factor frames
    frequency frequencyMax height informationSequence itemSequence latitude longitude lowerLimit maxLength minutesDuration
    noteNumber number numberOfInstances numberOfRepeatsAllowed numberOfSeries offset order period periodMax precedence
    procedureSequence rank relativeRisk sequence size subDetailSequence total upperLimit width score
    """)
  private static let truths = words(
    """
    active asNeeded contributedToDeath doNotPerform estimatedAge experimental focal isActive isSubpotent notDone notGiven
    notPerformed preferred primarySource readOnly repeats reported required responsible subrogation userSelected wasNotGiven
    wasNotTaken wasSubstituted
    """)
  /// Elements whose `value` is a text; elsewhere a `value` is that of a quantity.
  private static let texts = words(
    """
    identifier accessionIdentifier groupIdentifier masterIdentifier preAdmissionIdentifier requisition targetIdentifier
    telecom contact class component version valueIdentifier valueContactPoint answerIdentifier
    """)

  static func isNumber(_ name: String, below parent: String) -> Bool {
    if name == "value" { return !texts.contains(parent) }
    if name == "priority" { return parent == "Appointment" }
    return numbers.contains(name)
      || ["Integer", "Decimal", "PositiveInt", "UnsignedInt"].contains { name.hasSuffix($0) && name != $0 }
  }

  static func isTruth(_ name: String) -> Bool { truths.contains(name) || name.hasSuffix("Boolean") }

  private static let primitives = words(
    """
    status birthDate gender family given prefix suffix text line city district state postalCode country value system
    display code use unit div url reference recordedDate authoredOn issued date start end effectiveDateTime
    questionnaire occurrenceDateTime occurrenceString onsetDateTime onsetString performedDateTime valueString valueDateTime valueCode
    """)

  /// Whether an element without a value, with an extension alone, is a primitive: most often a missing text.
  static func isPrimitive(_ name: String, below parent: String) -> Bool {
    if name == "code" || name == "status" || name == "text" { return parent == "coding" || name == "status" }
    return primitives.contains(name) || isTruth(name) || numbers.contains(name)
  }
}
