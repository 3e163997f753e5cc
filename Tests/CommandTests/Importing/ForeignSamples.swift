/// A small file of each format, with days, times without a zone and times with one in it.
enum ForeignSamples {
  struct Sample: Sendable {
    var name: String
    var text: String
    /// What `daybook import` needs beside the file: its format first.
    var arguments: [String]

    init(_ name: String, _ arguments: String, _ text: String) {
      self.name = name
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.text = text
    }
  }

  static let all: [Sample] = personal + health + texts + chats

  private static let personal: [Sample] = [
    Sample(
      "people.vcf", "vcf",
      """
      BEGIN:VCARD
      VERSION:3.0
      UID:ann
      FN:Ann Lee
      EMAIL:ann@x.example
      BDAY:1980-02-29
      ADR;TYPE=home:;;Main Street 1;Berlin;;10115;Germany
      REV:2026-01-02T03:04:05
      END:VCARD

      """),
    Sample(
      "plan.ics", "ics --into planner --window 2026-01-01..2026-12-31",
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      BEGIN:VEVENT
      UID:zoned
      DTSTART;TZID=Europe/Berlin:20260302T100000
      DTEND;TZID=Europe/Berlin:20260302T110000
      RRULE:FREQ=WEEKLY;COUNT=5
      SUMMARY:Zoned
      END:VEVENT
      BEGIN:VEVENT
      UID:day
      DTSTART;VALUE=DATE:20260304
      SUMMARY:Day
      END:VEVENT
      BEGIN:VEVENT
      UID:floating
      DTSTART:20260305T100000
      SUMMARY:Floating
      END:VEVENT
      END:VCALENDAR

      """),
    Sample(
      "mail.mbox", "mbox",
      """
      From ann@x.example Mon Jan 20 10:00:00 2025
      From: Ann <ann@x.example>
      To: Bob <bob@x.example>
      Message-ID: <1@x.example>
      Date: Mon, 20 Jan 2025 10:00:00 +0100
      Subject: Hello

      First

      From ann@x.example Mon Jan 20 11:00:00 2025
      From: Ann <ann@x.example>
      To: Bob <bob@x.example>
      Message-ID: <2@x.example>
      In-Reply-To: <1@x.example>
      Date: Mon, 20 Jan 2025 11:00:00
      Subject: Re: Hello

      Second

      """),
  ]

  private static let health: [Sample] = [
    Sample(
      "export.xml", "apple-health",
      """
      <?xml version="1.0"?>
      <HealthData locale="en_US">
      <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-29"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" creationDate="2026-01-20 23:30:00 -0800" startDate="2026-01-20 23:30:00 -0800" endDate="2026-01-20 23:30:00 -0800" value="70"/>
      </HealthData>

      """),
    Sample(
      "patient.json", "fhir",
      """
      {"resourceType":"Bundle","type":"collection","entry":[
       {"resource":{"resourceType":"Patient","id":"p","name":[{"given":["Ann"],"family":"Lee"}],"birthDate":"1980-02-29"}},
       {"resource":{"resourceType":"Immunization","id":"i","status":"completed","patient":{"reference":"Patient/p"},"vaccineCode":{"text":"Tetanus"},"occurrenceDateTime":"2026-01-20"}},
       {"resource":{"resourceType":"Observation","id":"o","status":"final","subject":{"reference":"Patient/p"},"code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}]},"effectiveDateTime":"2026-01-20T23:30:00-08:00","valueQuantity":{"value":70.50,"unit":"kg","system":"http://unitsofmeasure.org","code":"kg"}}}]}
      """),
    Sample(
      "summary.xml", "ccda",
      """
      <ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole><id root="1.2" extension="p"/><patient>
      <name><given>Ann</given><family>Lee</family></name><birthTime value="19800229"/></patient></patientRole></recordTarget>
      <component><structuredBody><component><section><code code="11369-6" codeSystem="2.16.840.1.113883.6.1"/><entry>
      <substanceAdministration classCode="SBADM" moodCode="EVN"><id root="1.2.3"/><statusCode code="completed"/>
      <effectiveTime value="20260120"/><consumable><manufacturedProduct><manufacturedMaterial>
      <code code="35" codeSystem="2.16.840.1.113883.12.292" displayName="Tetanus"/>
      </manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration></entry></section></component>
      </structuredBody></component></ClinicalDocument>
      """),
  ]

  private static let texts: [Sample] = [
    Sample("notes/a.md", "markdown --into planner", "---\ncreated: 2026-01-20\n---\n# Hello\n\nA note.\n"),
    Sample(
      "weights.csv", "csv --kind purus.weightEntry --record Ann --key day --map day=date --map kg=weight",
      "day,kg\n2026-01-20,70\n2026-01-21 10:00,71\n2026-01-22T10:00:00+01:00,72\n"),
    Sample(
      "people.jsonl", "jsonl",
      #"{"_kind":"sam.person","_id":"bea","displayNameCache":"Bea","primaryEmailCache":"bea@x.example"}"#
        + "\n"),
  ]

  private static let chats: [Sample] = [
    Sample(
      "chat/WhatsApp Chat with Cid.txt", "whatsapp --as me --me Bob",
      "20/01/2026, 23:30 - Cid: Hello\n21/01/2026, 00:30 - Bob: Yes\n"),
    Sample(
      "telegram.json", "telegram --as me --me Bob",
      """
      {"name":"Dan","type":"personal_chat","id":6,"messages":[
        {"id":1,"type":"message","date":"2026-01-20T23:30:00","from":"Dan","from_id":"user1","text":"Hello"},
        {"id":2,"type":"message","date":"2026-01-20T23:31:00","from":"Bob","from_id":"user2","text":"Yes"}]}
      """),
    Sample(
      "team/general/2026-01-20.json", "slack --as me --me Bob",
      #"[{"type":"message","user":"U1","text":"Hello","ts":"1768951800.000100","reactions":[{"name":"+1","users":["U2"],"count":1}]}]"#
    ),
    Sample(
      "room.json", "matrix --as me --me @b:x",
      #"[{"type":"m.room.message","event_id":"$1","room_id":"!r:x","sender":"@a:x","origin_server_ts":1768951800000,"content":{"msgtype":"m.text","body":"Hi"}}]"#
    ),
    Sample(
      "signal.jsonl", "signal --as me --me u-2",
      #"{"envelope":{"sourceUuid":"u-1","sourceName":"Eve","timestamp":1768951800000,"dataMessage":{"timestamp":1768951800000,"message":"Hi"}}}"#
        + "\n"),
    Sample(
      "inbox/fay_1/message_1.json", "messenger --as me --me Bob",
      #"{"participants":[{"name":"Fay"},{"name":"Bob"}],"messages":[{"sender_name":"Fay","timestamp_ms":1768951800000,"content":"Hi"}],"title":"Fay"}"#
    ),
    Sample(
      "instagram/gus_1/message_1.json", "instagram --as me --me Bob",
      #"{"participants":[{"name":"Gus"},{"name":"Bob"}],"messages":[{"sender_name":"Gus","timestamp_ms":1768951800000,"content":"Hi"}],"title":"Gus"}"#
    ),
    Sample(
      "package/c22/messages.json", "discord --as me",
      #"[{"ID":1001,"Timestamp":"2026-01-20 23:30:00","Contents":"Hello","Attachments":""}]"#),
  ]
}
