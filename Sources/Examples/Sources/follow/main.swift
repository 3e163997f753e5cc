// A program that stays open: it follows changes, writes from several tasks, replicates with another folder, and resolves the
// conflicts that come of it.
//
//     follow LEDGER OTHER-FOLDER [SECONDS]

import Daybook
import Foundation
import Recipes

guard CommandLine.arguments.count > 2 else {
  print("usage: follow LEDGER OTHER-FOLDER [SECONDS]")
  exit(64)
}
let (place, other) = (CommandLine.arguments[1], CommandLine.arguments[2])
let seconds = CommandLine.arguments.count > 3 ? Double(CommandLine.arguments[3]) ?? 10 : 10

if !FileManager.default.fileExists(atPath: place) { try await Ledger.create(at: place) }
let ledger = try await Ledger.open(at: place, systems: [.recipes])

// Changes of this program, of other programs on this machine, and of other machines.
let following = Task {
  for await change in await ledger.changes(to: Recipe.self) {
    print("changed: recipe \(change.ref.rawValue)")
  }
}

// Four tasks at once; commits that wait together share a flush.
try await withThrowingTaskGroup { group in
  for number in 1...4 {
    group.addTask {
      let soup = Recipe { $0.title = "Soup \(number)" }
      try await ledger.commit(by: "task \(number)") { try $0.upsert(soup) }
      for _ in 1...5 {
        try await ledger.commit(by: "task \(number)") { $0.update(soup) { $0.servings += 1 } }
      }
    }
  }
  try await group.waitForAll()
}

let end = ContinuousClock.now + .seconds(seconds)
repeat {
  let report = try await ledger.replicas.replicate(with: other)
  if report.pulled.events > 0 { print("received: \(report.pulled.events) events") }
  for conflict in try await ledger.conflicts.list() {
    print("conflict: \(conflict.kind) \(conflict.entity) \(conflict.field ?? "")")
    try await ledger.conflicts.resolve(conflict.id, keep: .winner)
  }
  try await Task.sleep(for: .seconds(1))
} while ContinuousClock.now < end

following.cancel()
await ledger.close()
