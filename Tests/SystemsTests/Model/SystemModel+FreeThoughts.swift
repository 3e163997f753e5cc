extension SystemModel {
  static let freethoughts = """
    freethoughts.note
      documentPath text
      anchorStart whole
      anchorEnd whole
      anchorPage whole?
      selectedText text
      content text
      createdAt date
      updatedAt date
      provocations many freethoughts.provocation cascade
      +documentHash
      +prefix
      +suffix
      +headings
      +anchorState
      +rivalSimilarity
      +tags
      +syncStatus
    freethoughts.provocation
      documentPath text
      sourceType choice(textSelection note)
      sourceText text
      promptName text
      response text
      createdAt date
      note one freethoughts.note nullify
      +generatedBy
    freethoughts.provocationPrompt
      name text
      promptTemplate text
      isBuiltIn flag
      sortOrder whole
      createdAt date
    +freethoughts.tag
    +freethoughts.webAnnotation
    """
}
