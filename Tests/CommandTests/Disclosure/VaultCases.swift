// What is run on the vault: every command that may show a value, and every error that might repeat one.

enum VaultCases {
  /// Commands that answer with values.
  static let answers: [DisclosureCase] = [
    .init("get vault.secret one", .values),
    .init("get vault.secret one --as-of 2999-01-01", .values),
    .init("get vault.secret later", .values),
    .init("get vault.secret one --data text -o copy", .refusal),
    .init("get vault.unknown one", .values),
    .init("query vault.secret", .values),
    .init(
      "query vault.secret --fields name,text,count,place.street,labels.a,photo,guardian,guardian.text",
      .values),
    .init("query vault.secret --group-by text", .values),
    .init("query vault.secret --group-by guardian.code", .values),
    .init("query vault.secret --where \"text contains 'q7m'\" --sort -text --include-deleted", .values),
    .init("query vault.visit --fields title,secret.text,secret.friends", .values),
    .init("query vault.visit --fields secret.guardian.text", .values),
    .init("query vault.key", .values),
    .init("query vault.unknown", .values),
    .init("query vault.visit", .nothing),
    .init("query vault.visit --fields title,secret,secret.name", .nothing),
    .init("query vault.secret --fields name,limit,visits", .nothing),
    .init("query vault.secret --count --where \"text contains 'q7m'\"", .nothing),
    .init("search zq7m", .leftOut),
    .init("search {} 'zq7m*' --kind vault.secret --limit 3", .leftOut),
    .init("search {} zq7m nothing --as-of 2999-01-01", .leftOut),
    .init("log", .values),
    .init("log q7M --kind vault.secret", .values),
    .init("log --kind vault.unknown", .values),
    .init("history vault.secret one", .values),
    .init("history vault.secret later", .values),
    .init("history vault.unknown one", .values),
    .init("history vault.visit visit", .nothing),
    .init("log --kind vault.secret --kind vault.key", .values),
    .init("blame vault.secret one", .values),
    .init("blame vault.secret later --as-of 2999-01-01", .values),
    .init("diff --from 2000-01-01", .values),
    .init("diff --from 2000-01-01 --to 2999-01-01 vault.secret one", .values),
    .init("diff --from 2000-01-01 --count", .nothing),
    .init("conflicts", .values),
    .init("conflicts --count", .nothing),
    .init("conflicts --resolved", .values),
    .init("verify --proof proof", .values),
    .init("audit report", .values),
    .init("audit report --entity vault.secret one", .values),
  ]

  /// The stamp of the first event of the first secret, as a command that knows no vault tells it.
  private static let first =
    "$(daybook log --kind vault.secret --id one --format jsonl | head -1 | jq -r .stamp)"

  /// Commands that would write.
  static let plans: [DisclosureCase] = [
    .init(
      "upsert vault.secret one {} --dry-run --set text='Zq7M new' count=735192046 tags+=Zq7Mtag", .values),
    .init("upsert vault.secret two {} --dry-run --json '{\"place\":{\"street\":\"Zq7M\"}}'", .values),
    .init("upsert vault.key {} --dry-run --set number=Zq7M-new", .values),
    .init("upsert vault.secret one {} --dry-run --set friends+=Zq7M-friend --dangling", .values),
    .init("link vault.secret one friends Zq7M-other --dangling --dry-run", .values),
    .init("link vault.secret one guardian Zq7M-other --dangling --dry-run", .values),
    .init("unlink vault.secret one friends Zq7M-friend --dry-run", .values),
    .init(
      "append --dry-run", input: #"{"op":"upsert","kind":"vault.secret","id":"n","set":{"text":"Zq7M"}}"#,
      .values),
    .init(
      "append --dry-run", input: #"{"op":"upsert","kind":"vault.secret","id":"n","set":{"formerly":"Zq7M"}}"#,
      .values),
    .init("undo $(cat stamp) --dry-run", .values),
    .init("undo --dry-run", .values),
    .init("revert vault.secret one --dry-run --until \(first)", .values),
    .init("revert vault.secret one --dry-run --as-of 2000-01-01", .nothing),
    .init("resolve $(cat conflict) --keep winner --dry-run", .values),
    .init("resolve $(cat conflict) {} --dry-run --keep '\"Zq7M\"'", .values),
    // Receipts.
    .init("upsert vault.secret receipt --new {} --set text=Zq7M", .nothing),
    .init(
      "append", input: #"{"op":"upsert","kind":"vault.secret","id":"r2","set":{"text":"Zq7M"}}"#, .nothing),
    .init(
      "append --receipts --key retry",
      input: #"{"op":"upsert","kind":"vault.secret","id":"r3","set":{"text":"Zq7M"}}"#, .nothing),
    .init("delete vault.secret gone", .nothing),
    .init("restore vault.secret gone", .nothing),
  ]

  /// Commands whose answers are reports.
  static let reports: [DisclosureCase] = [
    .init("status", .nothing), .init("verify", .nothing), .init("head", .nothing),
    .init("prove vault.secret one {} -o written --force", .nothing),
    .init("prove vault.secret one {} --hash-only", .nothing),
    .init("prove vault.visit visit {}", .nothing), .init("replay", .nothing),
    .init("replay --kind vault.secret", .nothing), .init("repair --dry-run", .nothing),
    .init("replica list", .nothing), .init("schema show vault.secret", .nothing),
    .init("schema list", .nothing), .init("seal", .nothing), .init("compact", .nothing),
    .init("replicate copy --dry-run", .nothing),
  ]

  /// Errors about what is stored, or was typed.
  static let refusals: [DisclosureCase] =
    typed.map { .init("upsert vault.secret one {} --set \($0)", .refusal) } + [
      .init("upsert vault.secret one {} --json '{\"count\":\"Zq7M\"}'", .refusal),
      .init("upsert vault.secret one {} --json '{\"place\":{\"number\":\"Zq7M\"}}'", .refusal),
      .init("upsert vault.secret one {} --json '{\"labels\":{\"Zq7M\":5}}'", .refusal),
      .init("upsert vault.secret one {} --json '{\"text\":Zq7M}'", .refusal),
      .init("upsert vault.secret one {} --json '\"Zq7M\"'", .refusal),
      .init("upsert vault.secret one Zq7M Zq7Mmore {} --set text=a", .refusal),
      .init("upsert vault.secret one {} --set name=a -- text=Zq7M", .refusal),
      .init("upsert vault.key {} --set number='Zq7M' --set number=Zq7M-key note=1 numbr=2", .refusal),
      .init("upsert vault.key another --new {} --set number='zq7m-KEY '", .refusal),
      .init("upsert vault.secret two {} --set code=Zq7M-code", .refusal),
      .init("upsert vault.secret one {} --set preview=Zq7M", .refusal),
      .init("unlink vault.secret two guardian Zq7M-nobody", .refusal),
      .init("link vault.secret one friends Zq7M-other", .refusal),
      .init("link vault.secret one guardian Zq7M-other", .refusal),
      .init("upsert vault.secret one {} --set friends+=Zq7M-friend", .refusal),
      .init("upsert vault.secret one {} --set guardian=Zq7M-other", .refusal),
      .init("delete vault.box box", .refusal),
      .init(
        "append", input: #"{"op":"upsert","kind":"vault.secret","id":"n","set":{"text":"Zq7M"}"#, .refusal),
      .init("append", input: #"{"op":"upsert","kind":"vault.secret","id":"n","set":"Zq7M"}"#, .refusal),
      .init(
        "append", input: #"{"op":"upsert","kind":"vault.secret","id":"n","set":{"count":"Zq7M"}}"#, .refusal),
      .init("append", input: #"{"op":"upsert","kind":"vault.secret","id":"n","server":"Zq7M"}"#, .refusal),
      .init(
        "append --key used",
        input: #"{"op":"upsert","kind":"vault.secret","id":"n","set":{"text":"Zq7M b"}}"#, .refusal),
      .init("query vault.secret {} --where \"day = 'Zq7M'\"", .refusal),
      .init("query vault.secret {} --where 'text = Zq7M'", .refusal),
      .init("query vault.secret {} --where \"'Zq7M' = text\"", .refusal),
      .init("query vault.secret {} --where \"text = 'Zq7M\"", .refusal),
      .init("query vault.secret {} --where \"text = 'Zq7M' 'Zq7M'\"", .refusal),
      .init("query vault.secret {} --where 'count = 735192046 735192046'", .refusal),
      .init("query vault.secret {} --where 'level = Zq7M'", .refusal),
      .init("query vault.secret {} --where 'day = 1951-07-233'", .refusal),
      .init("query vault.visit {} --where 'secret.level = Zq7M'", .refusal),
      .init("query vault.secret {} --where text = Zq7M", .refusal),
      .init("resolve $(cat conflict) {} --keep Zq7M", .refusal),
      .init("resolve $(cat conflict) {} --keep '{\"a\":\"Zq7M\"}'", .refusal),
      .init("resolve $(cat conflict) {} --keep '\"•••\"'", .refusal),
      .init("resolve $(cat shared) {} --keep Zq7M-code", .refusal),
      .init("resolve $(cat shared) {} --keep winner Zq7M", .refusal),
      .init("resolve $(cat settled) {} --keep winner", .refusal),
    ] + masks.map { .init("upsert vault.secret one {} --json '\($0)'", .refusal) }

  /// Values that the fields do not take.
  private static let typed = [
    "count=Zq7M", "amount=Zq7M", "flag=Zq7M", "time=Zq7M", "day=Zq7M", "day=1951-07-233", "token=Zq7M",
    "photo=Zq7M!", "tags='[\"Zq7M\"'", "labels=Zq7M", "place='{\"number\":\"Zq7M\"}'", "friends=Zq7M",
    "text=a Zq7M", "'+=Zq7M'", "'=Zq7M'", "text=@Zq7M", "photo=@Zq7M", "text='Zq7M?'", "count+=Zq7M",
    "labels='{\"Zq7M\":1}'", "text='•••'", "formerly='•••'", "friends+='•••'", "guardian='•••'",
  ]

  /// Masked output, fed back.
  private static let masks = [
    #"{"name":"a","text":"•••"}"#, #"{"tags":["•••"]}"#, #"{"place":{"street":"•••"}}"#,
    #"{"formerly":"•••"}"#,
    #"{"count":"•••"}"#,
  ]

  static let all = answers + plans + reports + refusals
}
