extension SystemModel {
  static let purus = """
    purus.medicalRecord
      createdAt date
      updatedAt date
      uuid text
      personalFamilyName text
      personalGivenName text
      personalNickName text
      personalGender text
      personalBirthdate day?
      personalSocialSecurityNumber text
      personalAddress text
      personalHealthInsurance text
      personalHealthInsuranceNumber text
      personalEmployer text
      isPet flag = false
      personalName text
      personalAnimalID text
      petBreed text
      petColor text
      ownerName text
      ownerPhone text
      ownerEmail text
      vetClinicName text
      vetContactName text
      vetPhone text
      vetEmail text
      vetAddress text
      vetNote text
      isCloudEnabled flag = false
      isSharingEnabled flag = false
      cloudShareRecordName text?
      recordLocation choice(local iCloud shared) = local
      blood many purus.bloodEntry cascade
      drugs many purus.drugEntry cascade
      vaccinations many purus.vaccinationEntry cascade
      allergies many purus.allergyEntry cascade
      illnesses many purus.illnessEntry cascade
      risks many purus.riskEntry cascade
      medicalHistory many purus.medicalHistoryEntry cascade
      documents many purus.medicalDocumentEntry cascade
      doctors many purus.humanDoctorEntry cascade
      weights many purus.weightEntry cascade
      petYearlyCosts many purus.petYearlyCostEntry cascade
      emergencyContacts many purus.emergencyContact cascade
      sourceResources many purus.sourceResource cascade
      displayName text computed
    purus.bloodEntry
      date date?
      value text
      comment text
      record one purus.medicalRecord nullify
    purus.drugEntry
      date date?
      name text
      information text
      comment text
      record one purus.medicalRecord nullify
    purus.vaccinationEntry
      date date?
      name text
      information text
      place text
      comment text
      record one purus.medicalRecord nullify
    purus.allergyEntry
      information text
      comment text
      record one purus.medicalRecord nullify
    purus.illnessEntry
      information text
      comment text
      record one purus.medicalRecord nullify
    purus.riskEntry
      information text
      comment text
      record one purus.medicalRecord nullify
    purus.medicalHistoryEntry
      information text
      comment text
      record one purus.medicalRecord nullify
    purus.medicalDocumentEntry
      documentName text
      documentType text
      documentData data?
      comment text
      record one purus.medicalRecord nullify
    purus.humanDoctorEntry
      uuid text
      createdAt date
      updatedAt date
      date date?
      name text
      specialty text
      contactName text
      phone text
      email text
      address text
      comment text
      record one purus.medicalRecord nullify
    purus.weightEntry
      uuid text
      createdAt date
      updatedAt date
      date date?
      weight number = 0
      unit choice(kg lbs) = kg
      comment text
      record one purus.medicalRecord nullify
    purus.petYearlyCostEntry
      uuid text
      createdAt date
      updatedAt date
      year whole = 0
      cost number = 0
      currency text = USD
      comment text
      record one purus.medicalRecord nullify
    purus.emergencyContact
      name text
      phone text
      email text
      relationship text
      record one purus.medicalRecord nullify
    purus.sourceResource
      format text
      resourceType text
      sourceID text
      sourceURL text
      sourceTime date?
      text text
      data data?
      entryKind text
      entryID text
      record one purus.medicalRecord nullify
    """
}
