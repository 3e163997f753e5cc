import DaybookLog
import DaybookModel
import DaybookTestSupport

/// Runs a script once for every operation and lets that operation fail: once, or from there on. What was
/// acknowledged must be there afterwards, and nothing may be acknowledged behind an error.
struct FaultSimulation {
  var lies: FaultLies = []
  let verifier = SignatureCache()

  struct Result {
    var cases = 0
    var failures: [String] = []
  }

  static let faults: [FaultPlan.Fault] = [
    .fail(.system(5)), .fail(.noSpace), .fail(.readOnly), .shortWrite(.noSpace), .shortWrite(.system(5)),
  ]

  func run(scriptSeed: UInt64, length: Int, casesMax: Int = .max, failuresMax: Int = 3) -> Result {
    var result = Result()
    let script = Script(seed: scriptSeed, length: length)
    let tracer = FaultControl(lies: lies, tracing: true)
    guard var machine = machine(tracer, script, scriptSeed) else { return result }
    do { try machine.run(script) { _ in } } catch { return Result(cases: 0, failures: ["\(error)"]) }
    for (index, operation) in tracer.trace.enumerated() {
      for fault in Self.faults {
        for isLasting in [false, true] {
          let plan = FaultPlan(fault, at: index + 1, isLasting: isLasting)
          guard isLasting ? operation.name.changes : plan.applies(to: operation) else { continue }
          if result.cases >= casesMax { return result }
          result.cases += 1
          guard let failure = strike(plan, script, scriptSeed) else { continue }
          result.failures.append(
            "script \(scriptSeed), operation \(index + 1) (\(operation)), \(fault), lasting \(isLasting): \(failure)"
          )
          if result.failures.count >= failuresMax { return result }
        }
      }
    }
    return result
  }

  private func machine(_ control: FaultControl, _ script: Script, _ seed: UInt64) -> Machine? {
    (try? Disks.founded()).flatMap {
      Machine($0, control, rollSizeBytes: script.rollSizeBytes, isLocked: script.isLocked)
    }
  }

  private func strike(_ plan: FaultPlan, _ script: Script, _ seed: UInt64) -> String? {
    let control = FaultControl(plan, lies: lies)
    guard var machine = machine(control, script, seed) else { return "no key" }
    do {
      try machine.runThroughErrors(script)
    } catch {
      return "\(error)"
    }
    control.heal()
    let checker = Checker(
      appended: machine.appended, acknowledged: machine.acknowledged, blobs: machine.blobs,
      erased: machine.erased, isLocked: script.isLocked, lies: lies, rollSizeBytes: script.rollSizeBytes,
      verifier: verifier)
    // The same machine goes on, or it loses power after all.
    if let failure = checker.check(machine.disks, seed: seed, .goOn) { return failure }
    return checker.check(machine.disks.crashed(seed: seed &+ UInt64(plan.at)), seed: seed, .recoverTwice)
  }
}

extension Machine {
  struct FalseAcknowledgement: Error, CustomStringConvertible {
    var description = "a writer that had failed acknowledged a commit"
  }

  /// Runs a script on a machine where operations fail: a writer that failed is asked once more, must
  /// refuse, and is opened again; when that fails too the program ends.
  mutating func runThroughErrors(_ script: Script) throws {
    guard var writer = try? open().0 else { return }
    for (index, step) in script.steps.enumerated() {
      do {
        switch step {
        case .append(let counts):
          let asked = appended.count
          let drafts = counts.map { draft(events: $0) }
          do {
            acknowledged += try writer.append(drafts).count { $0.written != nil }
          } catch {
            if (try? writer.append([draft(events: 1)])) != nil { throw FalseAcknowledgement() }
            appended.removeLast()
            writer = try reopened(after: asked)
          }
        case .seal: try writer.seal()
        case .publish: if index % 2 == 0 { writer.publishPending() } else { _ = writer.publishBeside() }
        case .compact: _ = try writer.compact()
        case .blob(let size):
          let content = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
          blobs[try BlobStore(ledger).write(content)] = content
        case .erase(let number): try eraseThroughErrors(number, &writer)
        case .reopen: writer = try open().0
        case .meddle: continue
        }
      } catch let error as FalseAcknowledgement {
        throw error
      } catch {
        // A seal or a blob that failed: the writer goes on, unless its journal was in it.
        guard let again = try? open().0 else { return }
        writer = again
      }
    }
  }

  /// Opens a writer behind a failure: of what was asked for, some, all or nothing may be there.
  ///
  /// - Parameter asked: so many commits were there before.
  mutating func reopened(after asked: Int) throws -> LogWriter {
    let writer = try open().0
    let held = Int(writer.lastCommit)
    if held < asked {
      throw FalseAcknowledgement(description: "\(asked) commits were there, now \(held)")
    }
    appended.removeLast(appended.count - held)
    acknowledged = held
    return writer
  }
}
