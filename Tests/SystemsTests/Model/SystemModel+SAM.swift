extension SystemModel {
  static let sam = """
    sam.person
      contactIdentifier text? key
      displayNameCache text?
      emailCache text?
      photoThumbnailCache data?
      lastSyncedAt date? computed
      isArchived flag
      roleBadges [choice(client lead applicant primaryInsured insured beneficiary owner spouse child dependent guardian agent recruit referralPartner vendor)]
      consentAlertsCount whole computed
      reviewAlertsCount whole computed
      responsibilityNotes [text]
      recentInteractions [object] computed
      contextChips [object] computed
      participations many sam.contextParticipation nullify
      responsibilitiesAsGuardian many sam.responsibility nullify
      responsibilitiesAsDependent many sam.responsibility nullify
      jointInterests many sam.jointInterest nullify
      coverages many sam.coverage nullify
      consentRequirements many sam.consentRequirement nullify
      insights many sam.insight cascade
      +emailAddresses
      +phoneNumbers
      +postalAddresses
      +birthday
      +addressBookNote
      +sourceCard
      +sourceCardData
      +organizationName
      +jobTitle
      +otherEmailAddresses
      +importedFrom
      +mergedInto
      +evidence
      +upcomingInteractionsCount
    sam.context
      name text
      kind choice(household business recruitingGroup personalPlanning agentTeam agentExternal referralPartner vendor)
      consentAlertCount whole computed
      reviewAlertCount whole computed
      followUpAlertCount whole computed
      participations many sam.contextParticipation cascade
      products many sam.product cascade
      consentRequirements many sam.consentRequirement cascade
      productCards [object] computed
      recentInteractions [object] computed
      insights many sam.insight cascade
      +evidence
      +upcomingInteractionsCount
    sam.contextParticipation
      person one sam.person nullify
      context one sam.context nullify
      roleBadges [choice(client lead applicant primaryInsured insured beneficiary owner spouse child dependent guardian agent recruit referralPartner vendor)]
      isPrimary flag
      note text?
      startDate date
      endDate date?
    sam.responsibility
      guardian one sam.person nullify
      dependent one sam.person nullify
      reason text
      startDate date
      endDate date?
    sam.jointInterest
      members many sam.person nullify
      hasSurvivorshipRights flag
      description text
    sam.product
      context one sam.context nullify
      type choice(life health auto homeowners renters umbrella disability longTermCare annuity retirement)
      name text
      subtitle text?
      statusDisplay text
      icon text
      issuedDate date?
      coverages many sam.coverage cascade
      consentRequirements many sam.consentRequirement cascade
      jointInterests many sam.jointInterest nullify
    sam.coverage
      person one sam.person nullify
      product one sam.product nullify
      role choice(insured beneficiary owner)
      survivorshipRights flag
    sam.consentRequirement
      person one sam.person nullify
      context one sam.context nullify
      product one sam.product nullify
      consentType choice(general dataSharing electronicDelivery marketing recording spousal guardian)
      status choice(pending granted declined revoked expired)
      dueDate date?
      completedAt date?
    sam.evidenceItem
      sourceUID text? key
      source choice(calendar mail zoom note)
      state choice(needsReview done)
      occurredAt date
      title text
      snippet text
      bodyText text?
      signals [object]
      participantHints [object]
      proposedLinks [object]
      linkedPeople many sam.person nullify
      linkedContexts many sam.context nullify
      supportingInsights many sam.insight nullify
      +occurredOn
      +importedFrom
      +threadID
      +inReplyTo
      +labels
      +attachments
      +sourceComponent
      +sourceComponentData
    sam.insight
      samPerson one sam.person nullify
      samContext one sam.context nullify
      product one sam.product nullify
      kind choice(recentInteraction familyRelationship lifeEvent productOpportunity complianceRisk followUp)
      message text
      confidence number
      basedOnEvidence many sam.evidenceItem nullify
      createdAt date
      dismissedAt date?
      interactionsCount whole computed
      consentsCount whole computed
      +generatedBy
      +basis
      +upcomingInteractionsCount
    sam.note
      person one sam.person nullify
      context one sam.context nullify
      content text
      createdAt date
      modifiedAt date
    sam.analysisArtifact
      sourceNote one sam.note nullify
      peopleJSON text?
      topicsJSON text?
      actions [text]
      usedLLM text?
      analyzedAt date
      +analyzedBy
      +basis
    +sam.attachment
    """
}
