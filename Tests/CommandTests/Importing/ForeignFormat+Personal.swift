extension ForeignFormat {
  static let vCard = ForeignFormat(
    title: "vCard", arguments: "vcf FILES",
    files: [
      "a.vcf": """
      BEGIN:VCARD
      VERSION:4.0
      UID:uid-marker
      FN:Zora Quill
      N:Quill;Zora;Midmarker;Dr.;
      NICKNAME:Nickmarker
      EMAIL:zora@quill.example
      TEL;VALUE=text:+49 30 1112223
      ADR:;;Elmway 7;Berlin;;10115;Germany
      BDAY:19710307
      ANNIVERSARY:19990809
      GENDER:F;Gendermarker
      ORG:Orgmarker
      TITLE:Titlemarker
      ROLE:Rolemarker
      NOTE:Notemarker
      URL:https://urlmarker.example
      IMPP:xmpp:imppmarker@x.example
      RELATED;TYPE=spouse;VALUE=text:Relatedmarker
      PHOTO:data:image/png;base64,UGhvdG9tYXJrZXI=
      LOGO:https://logomarker.example/l.png
      SOUND:https://soundmarker.example/s.ogg
      KEY:https://keymarker.example/k.asc
      CATEGORIES:Catmarker
      GEO:geo:47.1234,8.4321
      TZ:Tzmarker/Zone
      LANG:xx-langmarker
      CALURI:https://calurimarker.example
      FBURL:https://fburlmarker.example
      SOURCE:https://sourcemarker.example
      X-ANYTHING:Xmarker
      PRODID:-//prodidmarker//EN
      REV:20260101T020304Z
      END:VCARD
      BEGIN:VCARD
      VERSION:4.0
      UID:group-1
      KIND:group
      FN:Groupmarker
      MEMBER:urn:uuid:membermarker
      END:VCARD

      """
    ],
    elements: [
      .init("FN", "Zora Quill"), .init("N", "Midmarker"), .init("NICKNAME", "Nickmarker"),
      .init("EMAIL", "zora@quill.example"), .init("TEL", "1112223"), .init("ADR", "Elmway 7"),
      .init("BDAY", "1971-03-07"), .init("ANNIVERSARY", "19990809"), .init("GENDER", "Gendermarker"),
      .init("ORG", "Orgmarker"), .init("TITLE", "Titlemarker"), .init("ROLE", "Rolemarker"),
      .init("NOTE", "Notemarker"), .init("URL", "urlmarker"), .init("IMPP", "imppmarker"),
      .init("RELATED", "Relatedmarker"), .init("PHOTO", "UGhvdG9tYXJrZXI"), .init("LOGO", "logomarker"),
      .init("SOUND", "soundmarker"), .init("KEY", "keymarker"), .init("CATEGORIES", "Catmarker"),
      .init("GEO", "47.1234"), .init("TZ", "Tzmarker"), .init("LANG", "xx-langmarker"),
      .init("CALURI", "calurimarker"), .init("FBURL", "fburlmarker"), .init("SOURCE", "sourcemarker"),
      .init("X- and any other property", "Xmarker"), .init("UID", "uid-marker"),
      .init("PRODID", "prodidmarker"), .init("REV", "20260101T020304Z"),
      .init("a card of KIND group, with MEMBER", "Groupmarker", notice: "is a group, not a person"),
    ])

  static let iCalendar = ForeignFormat(
    title: "iCalendar",
    arguments: "ics FILES --into planner --window 2026-01-01..2026-12-31",
    files: [
      "a.ics": """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//prodidmarker//EN
      X-WR-CALNAME:Calnamemarker
      BEGIN:VTIMEZONE
      TZID:Zonemarker
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0330
      TZOFFSETTO:+0330
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:uid-marker
      DTSTAMP:20260101T010203Z
      CREATED:20251230T010203Z
      LAST-MODIFIED:20251231T010203Z
      SEQUENCE:77
      DTSTART;TZID=Zonemarker:20260302T100000
      DTEND;TZID=Zonemarker:20260302T114200
      RRULE:FREQ=WEEKLY;COUNT=3
      RDATE;TZID=Zonemarker:20260401T100000
      EXDATE;TZID=Zonemarker:20260309T100000
      SUMMARY:Summarymarker
      DESCRIPTION:Descriptionmarker
      LOCATION:Locationmarker
      STATUS:TENTATIVE
      CLASS:PRIVATE
      TRANSP:TRANSPARENT
      PRIORITY:7
      CATEGORIES:Catmarker
      URL:https://urlmarker.example
      ATTACH:https://attachmarker.example/a.pdf
      COMMENT:Commentmarker
      CONTACT:Contactmarker
      GEO:47.1234;8.4321
      RESOURCES:Resourcemarker
      ORGANIZER;CN=Olga:mailto:olga@x.example
      ATTENDEE;CN=Atta;PARTSTAT=ACCEPTED:mailto:atta@x.example
      CONFERENCE;VALUE=URI:https://conferencemarker.example
      X-ANYTHING:Xmarker
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Alarmmarker
      TRIGGER:-PT15M
      END:VALARM
      END:VEVENT
      BEGIN:VEVENT
      UID:uid-marker
      RECURRENCE-ID;TZID=Zonemarker:20260316T100000
      DTSTART;TZID=Zonemarker:20260316T120000
      DURATION:PT1H17M
      SUMMARY:Changedmarker
      END:VEVENT
      BEGIN:VTODO
      UID:todo
      SUMMARY:Todomarker
      END:VTODO
      BEGIN:VJOURNAL
      UID:journal
      SUMMARY:Journalmarker
      END:VJOURNAL
      BEGIN:VFREEBUSY
      UID:busy
      END:VFREEBUSY
      END:VCALENDAR

      """
    ],
    elements: [
      .init("VEVENT", "Summarymarker"), .init("UID", "uid-marker"), .init("SUMMARY", "Summarymarker"),
      .init("DESCRIPTION", "Descriptionmarker"), .init("LOCATION", "Locationmarker"),
      .init("DTSTART", "2026-03-02T06:30"), .init("DTEND", "2026-03-02T08:12"),
      .init("DURATION", "2026-03-16T09:47"), .init("RRULE", "2026-03-16T"),
      .init("RDATE", "2026-04-01T06:30"),
      .init("EXDATE", "EXDATE"), .init("RECURRENCE-ID", "Changedmarker"),
      .init("VTIMEZONE, TZID", "2026-03-02T06:30"), .init("ATTENDEE", "Atta"), .init("ORGANIZER", "Olga"),
      .init("STATUS", "TENTATIVE"), .init("CLASS", "CLASS:PRIVATE"), .init("TRANSP", "TRANSPARENT"),
      .init("PRIORITY", "PRIORITY:7"), .init("CATEGORIES", "Catmarker"), .init("URL", "urlmarker"),
      .init("ATTACH", "attachmarker"), .init("COMMENT", "Commentmarker"), .init("CONTACT", "Contactmarker"),
      .init("GEO", "47.1234"), .init("RESOURCES", "Resourcemarker"), .init("CONFERENCE", "conferencemarker"),
      .init("VALARM", "Alarmmarker"), .init("DTSTAMP", "20260101T010203Z"),
      .init("CREATED", "20251230T010203Z"), .init("LAST-MODIFIED", "20251231T010203Z"),
      .init("SEQUENCE", "SEQUENCE:77"), .init("X- and any other property", "Xmarker"),
      .init("X-WR-CALNAME, NAME", "Calnamemarker"), .skipped("VTODO", "VTODO"),
      .skipped("VJOURNAL", "VJOURNAL"), .skipped("VFREEBUSY", "VFREEBUSY"),
    ])

  static let mail = ForeignFormat(
    title: "Mail", arguments: "mbox FILES",
    files: [
      "a.mbox": """
      From ann@x.example Mon Jan 20 10:00:00 2025
      Return-Path: <returnmarker@x.example>
      Received: from receivedmarker.example; Mon, 20 Jan 2025 09:00:00 +0000
      DKIM-Signature: v=1; b=dkimmarker
      From: Frommarker <from@x.example>
      To: Tomarker <to@x.example>
      Cc: Ccmarker <cc@x.example>
      Bcc: Bccmarker <bcc@x.example>
      Reply-To: Replymarker <reply@x.example>
      Sender: Sendermarker <sender@x.example>
      Subject: Subjectmarker
      Date: Mon, 20 Jan 2025 10:11:12 +0000
      Message-ID: <idmarker@x.example>
      In-Reply-To: <parentmarker@x.example>
      References: <rootmarker@x.example> <parentmarker@x.example>
      X-Gmail-Labels: Labelmarker
      Status: RO
      List-Id: <listmarker.example>
      X-Mailer: Mailermarker
      MIME-Version: 1.0
      Content-Type: multipart/mixed; boundary=b

      --b
      Content-Type: multipart/alternative; boundary=c

      --c
      Content-Type: text/plain; charset=utf-8

      Plainmarker

      --c
      Content-Type: text/html; charset=utf-8

      <p>Htmlmarker</p>

      --c--
      --b
      Content-Type: application/pdf; name=filemarker.pdf
      Content-Disposition: attachment; filename=filemarker.pdf
      Content-Transfer-Encoding: base64

      UGRmbWFya2Vy

      --b
      Content-Type: text/calendar; name=invite.ics
      Content-Disposition: attachment; filename=invite.ics

      BEGIN:VCALENDAR
      X-INVITE:Invitemarker
      END:VCALENDAR

      --b
      Content-Type: message/rfc822

      From: Inner <inner@x.example>
      Subject: Innermarker

      Within

      --b--

      From ann@x.example Mon Jan 20 11:00:00 2025
      From: Frommarker <from@x.example>
      Subject: Secret
      Date: Mon, 20 Jan 2025 11:11:12 +0000
      Message-ID: <second@x.example>
      MIME-Version: 1.0
      Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=d

      --d
      Content-Type: application/pgp-encrypted

      Version: 1

      --d
      Content-Type: application/octet-stream

      Cryptmarker

      --d--

      """
    ],
    elements: [
      .init("From", "Frommarker"), .init("To", "Tomarker"), .init("Cc", "Ccmarker"),
      .init("Bcc", "Bccmarker"),
      .init("Reply-To", "Replymarker"), .init("Sender", "Sendermarker", notice: "sender ("),
      .init("Subject", "Subjectmarker"),
      .init("Date", "2025-01-20T10:11:12"), .init("Message-ID", "idmarker"),
      .init("In-Reply-To", "parentmarker"), .init("References", "rootmarker"),
      .init("X-Gmail-Labels, X-Keywords, Keywords", "Labelmarker"), .init("Status, X-Status", "Seen"),
      .init("text/plain", "Plainmarker"), .init("text/html beside it", "Htmlmarker", notice: "HTML page"),
      .init("an attachment", "Pdfmarker"), .init("text/calendar", "invite.ics"),
      .init("message/rfc822", "Innermarker"), .init("an encrypted part", "encrypted ("),
      .init("Return-Path", "returnmarker", notice: "return-path ("),
      .init("Received", "receivedmarker", notice: "received ("),
      .init("List-Id", "listmarker", notice: "list-id ("),
      .init("DKIM-Signature and any other field", "dkimmarker", notice: "dkim-signature ("),
    ])
}
