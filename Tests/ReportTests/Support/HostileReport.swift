@testable import Daybook
@testable import DaybookReport

/// A report in which everything that a ledger can bring is as bad as it can be.
enum HostileReport {
  static let script = "<script>alert('x')</script>"
  static let text = "\(script)\"'&amp;<!-- --> ]]> </style></title> \u{202e}gnorw\u{2066} \u{0}\u{1b}[31m\r\n"
  static let word = String(repeating: "W", count: 3000)

  static var report: AuditReport {
    let time = AuditTime(Instant(milliseconds: 1_790_000_000_000))
    let name = EntityName(kind: text, id: text + word)
    var about = AuditReport.About(
      ledger: text, createdAt: time, digest: word, madeAt: time, software: text, zone: text)
    (about.entities, about.viewer, about.maskedValues) = ([], nil, 3)
    var verdict = AuditReport.Verdict(isSound: false, files: 1, events: 2, commits: 3, blobs: 4)
    verdict.findings = [true, false].map { isFailure in
      AuditReport.Finding(
        finding: text, isFailure: isFailure, replica: text, replicaName: text, file: text + word, offset: 1,
        firstSeq: 1, lastSeq: 2, what: text + word, meaning: text, advice: text)
    }
    var report = AuditReport(about: about, verdict: verdict)
    report.replicas = [
      AuditReport.Replica(
        id: word, name: text, events: 1, commits: 1, lastWrite: time, lastStamp: text, forks: .max,
        forkedFrom: text, retiredAt: time,
        gaps: [.init(firstSeq: .min, lastSeq: .max), .init(firstSeq: 1, lastSeq: .max)], linesMissing: .max,
        clock: .init(aheadSeconds: .max, correctedWrites: 4),
        heads: [.init(size: .max, lastSeq: 1, root: text + word, note: text)])
    ]
    report.changes = changes(time)
    report.entities = [.init(kind: text, shown: 1, gone: 2), .init(kind: word, shown: .max, gone: 0)]
    let side = AuditReport.Side(
      entity: name, field: text, to: nil, value: .string(text + word), by: text, time: time, stamp: text,
      replica: text, replicaName: text)
    let conflict = AuditReport.Conflict(
      id: text, cause: text, meaning: text, entity: name, field: text, to: text, sides: [side, side],
      settledBy: side)
    report.conflicts.open = .init([conflict])
    report.conflicts.settled = .init([conflict])
    report.removals = .init([
      .init(
        operation: text, entity: name, time: time, stamp: text, by: text, why: text + word, replica: text,
        replicaName: text, stands: true)
    ])
    report.accesses.total = 1
    report.accesses.readers = .init([.init(by: text, kind: word, reads: 1, revealed: 1)])
    report.subjects = [subject(name, time)]
    return report
  }

  static func page(ofEntities isOfEntities: Bool) -> String {
    (isOfEntities ? reportOfEntities : report).html
  }

  /// The same on single entities.
  static var reportOfEntities: AuditReport {
    var report = report
    report.about.entities = [.init(kind: text, id: text + word), .init(kind: word, id: text)]
    (report.about.reveals, report.about.viewer) = (true, text)
    return report
  }

  private static func subject(_ name: EntityName, _ time: AuditTime) -> AuditReport.Subject {
    var subject = AuditReport.Subject(entity: name)
    let values: [JSONValue] = [
      .string(text + word), .null, .array([.string(text), .string(word)]), .object([text: .string(word)]),
      .array([.array([.string(text)])]), .bool(true), .int(.min), .string(""), .array([]),
    ]
    let fields = values.map {
      AuditReport.Field(name: text + word, value: $0, by: text, time: time, stamp: text)
    }
    subject.parts = .init(
      ["subject", "belongs", "refers", text].map {
        .init(role: $0, entity: name, isGone: true, lastWrite: time, lastStamp: text, fields: fields)
      })
    var step = AuditReport.HistoryStep(
      entity: name, operation: text, time: time, stamp: text, by: text, why: text + word, replica: text,
      replicaName: word, changes: [])
    step.changes = ["alive", "present", "visible", text].flatMap { what in
      values.map { .init(what: what, to: nil, value: $0) } + [.init(what: what, to: word, value: true)]
    }
    subject.history = .init([step, step])
    return subject
  }

  private static func changes(_ time: AuditTime) -> AuditReport.Changes {
    var changes = AuditReport.Changes(events: .max, commits: 1, first: time, last: time)
    changes.byKind = .init([.init(kind: text, events: .max), .init(kind: word, events: 1)])
    changes.byAuthor = .init([.init(author: text, events: .max), .init(author: word, events: 1)])
    // A stamp may be of any year.
    changes.byDay = ["1970-01-01", "2026-02-02", "9998-12-31"].map {
      .init(day: $0, events: 3, kinds: [text: 2, word: 1])
    }
    changes.byOperation = [text: 3, word: 1]
    return changes
  }
}
