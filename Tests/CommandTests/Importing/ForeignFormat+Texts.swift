extension ForeignFormat {
  static let markdown = ForeignFormat(
    title: "Markdown", arguments: "markdown FILES --into planner",
    files: [
      "Titlemarker.md": """
      ---
      created: 2019-01-20
      tags: [tagmarker]
      aliases: [aliasmarker]
      anything: frontmarker
      ---
      # Headingmarker

      Textmarker with **bold**, a [link](https://linkmarker.example), [[Wikimarker]] and #inlinetag.

      ![picture](imagemarker.png)

      - [ ] Taskmarker

      <!-- Commentmarker -->

      """, "imagemarker.png": "picturemarker",
    ],
    elements: [
      .init("the file's name", "Titlemarker"), .init("front matter: created", "2019-01-20"),
      .init("front matter: tags", "tagmarker"), .init("front matter: any other key", "frontmarker"),
      .init("headings", "Headingmarker"), .init("words", "Textmarker"), .init("links", "linkmarker"),
      .init("wiki links", "Wikimarker"), .init("pictures", "imagemarker.png"), .init("tasks", "Taskmarker"),
      .init("comments", "Commentmarker"), .skipped("the picture's file", "not Markdown"),
    ])

  static let annotations = ForeignFormat(
    title: "Annotations", arguments: "annotations FILES",
    files: [
      "web.json": """
      {"@context":"http://www.w3.org/ns/anno.jsonld","id":"https://a.example/idmarker","type":"Annotation","created":"2019-01-20T10:00:57Z","modified":"2019-01-20T10:02:57Z",
       "creator":{"type":"Person","name":"Creatormarker"},"motivation":"commenting",
       "body":[{"type":"TextualBody","value":"Bodymarker","purpose":"commenting"},{"type":"TextualBody","value":"tagmarker","purpose":"tagging"}],
       "target":{"source":"https://sourcemarker.example/page","selector":[{"type":"TextQuoteSelector","exact":"Exactmarker","prefix":"Prefixmarker ","suffix":" Suffixmarker"},
        {"type":"TextPositionSelector","start":7,"end":18}]},"rights":"https://rightsmarker.example"}
      """
    ],
    elements: [
      .init("id", "idmarker"), .init("created", "2019-01-20T10:00:57"),
      .init("modified", "2019-01-20T10:02:57"),
      .init("creator", "Creatormarker", notice: "creator"), .init("body: comment", "Bodymarker"),
      .init("body: tag", "tagmarker", notice: "tag"), .init("target: source", "sourcemarker"),
      .init("TextQuoteSelector: exact", "Exactmarker"), .init("TextQuoteSelector: prefix", "Prefixmarker"),
      .init("TextQuoteSelector: suffix", "Suffixmarker"),
      .init("rights and other members", "rightsmarker"),
    ])

  static let csv = ForeignFormat(
    title: "CSV",
    arguments:
      "csv FILES/a.csv --kind sam.person --key key --map name=displayNameCache --map mail=emailCache",
    files: ["a.csv": "key,name,mail,extra\nk1,Namemarker,mail@marker.example,Extramarker\n"],
    elements: [
      .init("a column that is mapped", "Namemarker"), .init("another", "mail@marker.example"),
      .init("a column that is not mapped", "Extramarker", notice: "extra"),
    ])

  static let jsonLines = ForeignFormat(
    title: "JSON lines", arguments: "jsonl FILES",
    files: [
      "a.jsonl":
        #"{"_kind":"sam.person","_id":"p1","displayNameCache":"Namemarker","unknownField":"Unknownmarker"}"#
        + "\n" + #"{"_kind":"other.kind","_id":"o1","anything":"Othermarker"}"# + "\n"
    ],
    elements: [
      .init("a field of the schema", "Namemarker"), .init("a field that no schema has", "Unknownmarker"),
      .init("an entity of a kind that no system has", "Othermarker"),
    ])
}
