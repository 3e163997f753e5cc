import DaybookModel
import DaybookView

extension ReportTeller {
  /// What an event wrote, by register.
  func step(_ entry: LogEntry) -> AuditReport.HistoryStep {
    let mutation = disclosure.mutation(entry.event.mutation)
    var told = AuditReport.HistoryStep(
      entity: entry.entity, operation: mutation.op.rawValue, time: time(entry.event.stamp.instant),
      stamp: entry.event.stamp.description, changes: [])
    (told.by, told.why) = (mutation.by, mutation.why)
    (told.replica, told.replicaName) = (id(entry.replica), name(entry.replica))
    for member in mutation.set ?? [:] {
      told.changes.append(.init(what: member.key, value: member.value))
    }
    if let rel = mutation.rel, let to = mutation.to {
      told.changes.append(.init(what: rel, to: to, value: .bool(mutation.op != .unlink)))
    }
    if let present = mutation.present { told.changes.append(.init(what: "present", value: .bool(present))) }
    told.erased = entry.event.erasedFields
    if mutation.op == .delete { told.changes.append(.init(what: "alive", value: false)) }
    return told
  }
}
