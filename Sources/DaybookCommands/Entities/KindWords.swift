/// What people call the entities of a kind: `2 consents`, `1 blood value`.
enum KindWords {
  static func text(_ count: Int, _ kind: String) -> String {
    let word = words[kind] ?? word(of: kind)
    return "\(count) \(count == 1 ? word.one : word.many)"
  }

  /// Kinds whose plain names differ from their identifiers.
  private static let words: [String: (one: String, many: String)] = [
    "sam.consentRequirement": ("consent", "consents"),
    "sam.contextParticipation": ("participation", "participations"),
    "sam.evidenceItem": ("piece of evidence", "pieces of evidence"),
    "sam.analysisArtifact": ("analysis of a note", "analyses of notes"),
    "planner.meetingRecord": ("meeting", "meetings"), "planner.person": ("person", "people"),
    "planner.embeddingRecord": ("embedding", "embeddings"), "sam.person": ("person", "people"),
    "purus.medicalRecord": ("record", "records"), "purus.bloodEntry": ("blood value", "blood values"),
    "purus.medicalHistoryEntry": ("entry of the medical history", "entries of the medical history"),
    "purus.medicalDocumentEntry": ("document", "documents"), "purus.humanDoctorEntry": ("doctor", "doctors"),
    "purus.petYearlyCostEntry": ("cost", "costs"),
    "purus.sourceResource": ("imported original", "imported originals"),
  ]

  /// `jointInterest` is a joint interest, `weightEntry` a weight.
  private static func word(of kind: String) -> (one: String, many: String) {
    var name = kind.split(separator: ".").last.map(String.init) ?? kind
    if name.hasSuffix("Entry"), name.count > 5 { name.removeLast(5) }
    let one = name.reduce(into: "") { text, letter in
      text += letter.isUppercase ? (text.isEmpty ? "" : " ") + letter.lowercased() : String(letter)
    }
    if one.hasSuffix("y"), one.dropLast().last.map({ !"aeiou".contains($0) }) ?? false {
      return (one, one.dropLast() + "ies")
    }
    return (one, one + (one.hasSuffix("s") ? "es" : "s"))
  }
}
