/// A command line with arguments that name entities, each as `{argument=entity}`: the argument as help calls it, and one
/// of ``EntityFixture``'s entities.
struct EntityArgumentCase: Sendable, CustomStringConvertible {
  var line: String
  /// More is needed than the entity for the command to succeed, such as a service.
  var onlyRefuses = false

  var description: String { line }

  init(_ line: String, onlyRefuses: Bool = false) { (self.line, self.onlyRefuses) = (line, onlyRefuses) }

  struct Place {
    var argument: String
    var entity: String
    var text: String
  }

  var places: [Place] {
    line.matches(of: #/\{([^={}]+)=([a-z-]+)\}/#).map {
      Place(argument: String($0.1), entity: String($0.2), text: String($0.0))
    }
  }
}

extension EntityArgumentCase {
  static let all: [EntityArgumentCase] = entities + sam + purus + planner + freeThoughts + messaging

  private static let entities: [EntityArgumentCase] = [
    .init("get sam.person {id=person}"), .init("get sam.evidenceItem {id=evidence}"),
    .init("get purus.weightEntry {id=weight}"), .init("get planner.note {id=p-note}"),
    .init("history sam.person {id=person}"), .init("blame sam.person {id=person}"),
    .init("diff --from 2020-01-01 sam.person {id=person}"), .init("conflicts sam.person {id=person}"),
    .init("prove sam.person {kind id | stamp=person} --hash-only"), .init("log --id {--id=person}"),
    .init("revert sam.person {id=person} --as-of 2020-01-01 --dry-run"),
    .init("delete purus.weightEntry {id=weight} --dry-run"),
    .init("erase entity sam.person {id=person} --dry-run"),
    .init("dismiss sam.insight {id=insight} --dry-run"),
    .init("restore sam.person {id=gone} --dry-run"), .init("history sam.person {id=gone}"),
    .init("blame sam.person {id=gone}"),
    .init("upsert purus.weightEntry {id=weight} --set weight=8.4 --dry-run"),
    .init("upsert sam.person {id=person} --set isArchived=yes --dry-run"),
    .init("upsert sam.note --set content=x person={--set=person} --dry-run"),
    .init("upsert sam.note --json '{\"content\":\"x\",\"person\":\"{--json=person}\"}' --dry-run"),
    .init("upsert sam.evidenceItem {id=evidence} --set linkedPeople+={--set=other} --dry-run"),
    .init("link sam.evidenceItem {id=evidence} linkedPeople {to=other} --dry-run"),
    .init("link sam.person {id=other} evidence {to=evidence} --dry-run"),
    .init("link sam.note {id=note} person {to=other} --dry-run"),
    .init("unlink sam.evidenceItem {id=evidence} linkedPeople {to=person} --dry-run"),
    .init("unlink sam.person {id=person} evidence {to=evidence} --dry-run"),
    .init("unlink sam.note {id=note} person {to=person} --dry-run"),
  ]

  private static let sam: [EntityArgumentCase] = [
    .init("sam person {who=person}"), .init("sam contact {who=person}"),
    .init("sam context {what=context}"),
    .init("sam timeline {who=person}"), .init("sam notes list {who=context}"),
    .init("sam people edit {who=person} --name X --dry-run"),
    .init("sam people remove {who=person} --dry-run"),
    .init("sam contexts edit {what=context} --name X --dry-run"),
    .init("sam contexts remove {what=context} --dry-run"),
    .init("sam products edit {product=product} --context {--context=context} --dry-run"),
    .init("sam products remove {product=product} --dry-run"),
    .init("sam notes edit {note=note} hello --dry-run"), .init("sam notes remove {notes=note} --dry-run"),
    .init("sam review --person {--person=person}"),
    .init("sam done --all --person {--person=person} --dry-run"),
    .init("sam link {evidence=evidence} {who=other} --dry-run"),
    .init("sam unlink {evidence=evidence} {who=person} --dry-run"),
    .init("sam note {who=person} hello --dry-run"), .init("sam analyze --note {--note=note} --dry-run"),
    .init("sam merge {keep=person} {other=other} --dry-run"), .init("sam evidence {id=evidence}"),
    .init("sam accept {evidence=evidence} {proposal=other} --dry-run"),
    .init("sam reject {evidence=evidence} {proposal=other} --dry-run"),
    .init("sam done {ids=evidence} --dry-run"), .init("sam reopen {ids=evidence} --dry-run"),
    .init("sam dismiss {ids=insight} --dry-run"), .init("sam restore {ids=insight} --dry-run"),
    .init("sam insights list --person {--person=person} --context {--context=context}"),
    .init("sam participations list --person {--person=person} --context {--context=context}"),
    .init("sam participations add {person=person} {context=context} --dry-run"),
    .init("sam participations end {person=other} {context=context} --dry-run"),
    .init("sam products list --context {--context=context}"),
    .init("sam products add {context=context} New --dry-run"),
    .init("sam coverage list --person {--person=person} --product {--product=product}"),
    .init("sam coverage add {person=other} {product=product} --dry-run"),
    .init("sam coverage end {person=person} {product=product} --dry-run"),
    .init("sam responsibilities list --person {--person=person}"),
    .init("sam responsibilities add {guardian=other} {dependent=person} --reason minor --dry-run"),
    .init("sam responsibilities end {guardian=person} {dependent=other} --dry-run"),
    .init("sam joint-interests list --person {--person=person}"),
    .init(
      "sam joint-interests add Account {people=person} {people=other} --product {--product=product} --dry-run"
    ),
    .init("sam joint-interests end {id=joint} --dry-run"),
    .init(
      "sam consents list --person {--person=person} --context {--context=context} --product {--product=product}"
    ),
    .init(
      "sam consents require {person=person} --context {--context=context} --product {--product=product} --dry-run"
    ),
    .init("sam consents grant {ids=consent} --dry-run"),
    .init("sam consents decline {ids=consent} --dry-run"),
    .init("sam consents expire {ids=consent} --dry-run"),
    .init("sam consents revoke {ids=consent} --dry-run", onlyRefuses: true),
    .init("sam consents remove {consents=consent} --dry-run"),
  ]

  private static let purus: [EntityArgumentCase] =
    [
      .init("purus show {record=record}"), .init("purus list {record=record}"),
      .init("purus card {record=record}"), .init("purus print {record=record}"),
      .init("purus blood {record=record}"),
      .init("purus edit {record=record} {entry=weight} weight=8 --dry-run"),
      .init("purus remove {record=record} {entry=weight} --dry-run"),
      .init("purus costs {record=record}"), .init("purus vaccinations {record=record}"),
      .init("purus weights {record=record}"), .init("purus document {id=document} -o - --reveal"),
      .init("purus record edit {record=record} personalNickName=Z --dry-run"),
      .init("purus record share {record=record} --dry-run"),
      .init("purus record unshare {record=record} --dry-run"),
      .init("purus record export {record=record} -o record.json --force"),
    ]
    + [
      "blood 5mmol/l", "drug D", "vaccination V", "allergy A", "illness I", "risk R", "history H", "doctor D",
      "contact C", "weight 8", "cost 2026 9",
    ].map { entry in
      let words = entry.split(separator: " ", maxSplits: 1)
      return .init("purus add \(words[0]) {record=record} \(words[1]) --dry-run")
    }
    + [.init("purus add document {record=record} scan.txt --dry-run")]

  private static let planner: [EntityArgumentCase] = [
    .init("planner people show {person=p-person}"),
    .init("planner people edit {person=p-person} --company X --dry-run"),
    .init("planner people summarize {person=p-person} --dry-run", onlyRefuses: true),
    .init("planner agenda --with {--with=p-person}"), .init("planner meeting list --with {--with=p-person}"),
    .init("planner meeting list --tag {--tag=p-tag}"), .init("planner meeting show {meeting=meeting}"),
    .init("planner meeting edit {meeting=meeting} --purpose x --dry-run"),
    .init("planner meeting edit {meeting=meeting} --with {--with=p-person} --dry-run"),
    .init("planner meeting edit {meeting=meeting} --without {--without=p-person} --dry-run"),
    .init("planner meeting edit {meeting=meeting} --untag {--untag=p-tag} --dry-run"),
    .init("planner meeting new T --start 2026-11-23T10:00Z --with {--with=p-person} --dry-run"),
    .init("planner meeting summarize {meeting=meeting} --dry-run", onlyRefuses: true),
    .init("planner note list --meeting {--meeting=meeting}"), .init("planner note list --tag {--tag=p-tag}"),
    .init("planner note add hello --meeting {--meeting=meeting} --dry-run"),
    .init("planner note show {note=p-note}"), .init("planner note edit {note=p-note} hello --dry-run"),
    .init("planner note edit {note=p-note} --meeting {--meeting=meeting} --dry-run"),
    .init("planner note edit {note=p-note} --untag {--untag=p-tag} --dry-run"),
    .init("planner tag remove {tag=p-tag} --dry-run"),
    .init("planner tag color {tag=p-tag} '#FF5733' --dry-run"),
    .init("planner tag rename {tag=p-tag} other --dry-run"),
  ]

  private static let freeThoughts: [EntityArgumentCase] = [
    .init("freethoughts notes --tag {--tag=f-tag}"),
    .init("freethoughts tag new-tag {notes=f-note} --dry-run"),
    .init("freethoughts edit {note=f-note} changed --dry-run"),
    .init("freethoughts edit {note=f-note} --untag {--untag=f-tag} --dry-run"),
    .init("freethoughts remove {notes=f-note} --dry-run"),
    .init("freethoughts provocations --note {--note=f-note}"),
    .init(
      "freethoughts provoke --note {--note=f-note} --prompt {--prompt=prompt} --dry-run", onlyRefuses: true),
    .init("freethoughts prompts edit {prompt=prompt} --order 9 --dry-run"),
    .init("freethoughts prompts remove {prompt=prompt} --dry-run"),
    .init("freethoughts prompts reset {prompt=prompt} --dry-run", onlyRefuses: true),
  ]

  private static let messaging: [EntityArgumentCase] = [
    .init("messaging read {conversation=conversation}"), .init("messaging mark {conversation=conversation}"),
    .init("messaging people {conversation=conversation}"),
    .init("messaging people {conversation=conversation} --add {--add=contact}", onlyRefuses: true),
    .init("messaging send {conversation=conversation} hello"),
    .init("messaging analyze {conversation=conversation}", onlyRefuses: true),
    .init("messaging new {who=contact}"), .init("messaging me {id=user}"),
    .init("messaging edit {message=message} changed"),
    .init("messaging outbox retry {messages=message}", onlyRefuses: true),
    .init("messaging attachment {attachment=attachment} -o out.bin --force"),
    .init("messaging faq remove {id=answer}", onlyRefuses: true),
    .init("messaging faq edit {id=answer} --keyword hours"),
    .init("messaging answer {message=message} --text hi", onlyRefuses: true),
    .init("messaging rename {conversation=conversation} Choir", onlyRefuses: true),
    .init("messaging unsend {message=message}", onlyRefuses: true),
    .init("messaging leave {conversation=conversation}", onlyRefuses: true),
  ]

  /// Arguments that name an entity, and are not found as others are, with the reason.
  static let exempt: [String: String] = [
    "audit report --entity": "that nothing is held on somebody is an answer",
    "freethoughts provocations --prompt": "the name that a prompt had then",
    "watch --id": "waits for what is to come",
    "resolve conflict": "names a conflict", "resolve --keep": "names a side of a conflict",
    "freethoughts reanchor --accept": "a note and the number of a suggestion: ReanchorTests",
    "export fhir --record": "ImportOwnerTests", "import fhir --record": "reads its files first",
    "import ccda --record": "reads its files first", "import apple-health --record": "reads its files first",
    "import csv --record": "reads its files first", "import files --record": "reads its files first",
    // A tag is made by its name, which is its natural key.
    "freethoughts note --tag": "makes tags", "freethoughts edit --tag": "makes tags",
    "planner note add --tag": "makes tags",
    "planner note edit --tag": "makes tags", "planner meeting new --tag": "makes tags",
    "planner meeting edit --tag": "makes tags",
    "sam participations add --note": "is a remark",
    "freethoughts export --as": "is a format",
  ]
}
