/// What is written into the vault.
enum VaultFixture {
  static let everything = """
    {"op":"upsert","kind":"vault.secret","id":"one","set":{"name":"One","text":"Zq7M value","flag":true,"count":735192046,"amount":8351.927,"time":"1951-07-24T03:04:05.000Z","day":"1951-07-23","token":"5ec2e700-7d51-4cc2-9f3b-2f6f1d6f0a11","photo":"WnE3TVpxN01acTdN","level":"Zq7M level","tags":["Zq7M tag"],"labels":{"a":"Zq7M","Zq7Mkey":"b"},"place":{"street":"Zq7M street","number":735192046},"anything":{"x":["Zq7M"]},"code":"Zq7M-code","renamed":"Zq7M name","guardian":"Zq7M-guardian"}}
    {"op":"upsert","kind":"vault.secret","id":"two","set":{"name":"Two","text":"Zq7M two","guardian":"one"}}
    {"op":"link","kind":"vault.secret","id":"one","rel":"friends","to":"Zq7M-friend"}
    {"op":"link","kind":"vault.secret","id":"one","rel":"friends","to":"two"}
    {"op":"upsert","kind":"vault.secret","id":"gone","set":{"text":"Zq7M gone"}}
    {"op":"upsert","kind":"vault.visit","id":"visit","set":{"title":"A visit","secret":"one"}}
    {"op":"upsert","kind":"vault.visit","id":"visit2","set":{"title":"Another","secret":"two"}}
    {"op":"upsert","kind":"vault.key","set":{"number":"Zq7M-key","note":"open"}}
    {"op":"upsert","kind":"vault.box","id":"box","set":{"label":"Box"}}
    {"op":"upsert","kind":"vault.holder","id":"holder","set":{"box":"box"}}

    """

  /// By a command that does not know the system and takes everything.
  static let ofAnotherVersion = """
    {"op":"upsert","kind":"vault.secret","id":"later","set":{"name":"Later","laterField":"Zq7M","formerly":"Zq7M former","count":"Zq7M no number"}}
    {"op":"link","kind":"vault.secret","id":"later","rel":"laterRelation","to":"Zq7M-target"}
    {"op":"sync","kind":"vault.secret","id":"later","laterKey":"Zq7M"}
    {"op":"upsert","kind":"vault.unknown","id":"one","set":{"title":"Zq7M"}}

    """

  /// By a machine that did not know what the other wrote.
  static func contested(_ machine: String) -> String {
    let edge = machine == "here" ? "unlink" : "link"
    return """
      {"op":"upsert","kind":"vault.secret","id":"one","set":{"text":"Zq7M \(machine)","guardian":"Zq7M-\(machine)"}}
      {"op":"upsert","kind":"vault.secret","id":"two","set":{"text":"Zq7M two \(machine)"}}
      {"op":"upsert","kind":"vault.secret","id":"shared-\(machine)","set":{"code":"Zq7M shared"}}
      {"op":"\(edge)","kind":"vault.secret","id":"one","rel":"friends","to":"Zq7M-friend"}

      """
  }
}
