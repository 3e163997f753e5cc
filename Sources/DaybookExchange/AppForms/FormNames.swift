// The apps' names for the lists of their entities, and how a kind is recognized if it is not named.

import Daybook

/// The names of the fields in the JSON of the five apps.
public enum FormNames {
  /// By system, the lists that it is written as: a kind's list name and the kind.
  static let lists: [String: [(list: String, kind: String)]] = [
    "sam": [
      ("people", "sam.person"), ("contexts", "sam.context"), ("products", "sam.product"),
      ("contextParticipations", "sam.contextParticipation"), ("responsibilities", "sam.responsibility"),
      ("jointInterests", "sam.jointInterest"), ("coverages", "sam.coverage"),
      ("consentRequirements", "sam.consentRequirement"), ("evidenceItems", "sam.evidenceItem"),
      ("insights", "sam.insight"), ("notes", "sam.note"), ("analysisArtifacts", "sam.analysisArtifact"),
      ("evidenceAttachments", "sam.attachment"),
    ],
    "purus": [("medicalRecords", "purus.medicalRecord")],
    "freethoughts": [
      ("tags", "freethoughts.tag"), ("notes", "freethoughts.note"),
      ("prompts", "freethoughts.provocationPrompt"),
      ("provocations", "freethoughts.provocation"), ("webAnnotations", "freethoughts.webAnnotation"),
    ],
    "planner": [
      ("people", "planner.person"), ("tags", "planner.tag"), ("meetingRecords", "planner.meetingRecord"),
      ("notes", "planner.note"), ("embeddingRecords", "planner.embeddingRecord"),
    ],
    "messaging": [
      ("users", "messaging.user"), ("conversations", "messaging.conversation"),
      ("participants", "messaging.participant"), ("messages", "messaging.message"),
      ("attachments", "messaging.attachment"), ("faqs", "messaging.faq"),
    ],
  ]

  /// The systems that have such forms.
  public static let systems = ["sam", "purus", "freethoughts", "planner", "messaging"]

  /// The kind of a list, or of a kind's own name, within a system.
  static func kind(_ name: String, in system: String) -> String? {
    let entries = lists[system] ?? []
    return entries.first { $0.list == name || $0.kind == name || $0.kind == "\(system).\(name)" }?.kind
  }

  /// The kind of a list that is named without its system; nil if several systems have such a list.
  static func kind(_ name: String) -> String? {
    let found = systems.compactMap { kind(name, in: $0) }
    return Set(found).count == 1 ? found.first : nil
  }

  /// The kind that knows the most of an object's fields, if no other kind knows as many, and if it knows more than
  /// half of them.
  static func kind(of object: JSONObject, among schemas: SchemaRegistry, system: String?) -> String? {
    let names = object.keys.filter { $0 != "id" && $0 != "uuid" && !$0.hasPrefix("_") }
    guard !names.isEmpty else { return nil }
    let kinds = (system.map { [$0] } ?? systems).flatMap { lists[$0] ?? [] }.map(\.kind)
    let scores = kinds.compactMap { kind -> (kind: String, unknown: Int)? in
      guard let schema = schemas[kind] else { return nil }
      let unknown = names.count { FormField(name: $0, of: schema) == nil }
      return (kind, unknown)
    }
    guard let best = scores.map(\.unknown).min(), best * 2 < names.count else { return nil }
    let fitting = scores.filter { $0.unknown == best }
    return fitting.count == 1 ? fitting[0].kind : nil
  }
}
