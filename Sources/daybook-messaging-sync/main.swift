// `daybook messaging sync`, with the way to a server over HTTP that `daybook` itself does not link. It takes the same
// arguments; called by its own name, what follows it is what follows `sync`.

import DaybookCommands
import DaybookFirestore
import Foundation

let connector = FarSideConnector { url in
  let environment = ProcessInfo.processInfo.environment
  let endpoint = try FirestoreEndpoint(url, objects: environment[FirestoreFarSide.objectsVariable])
  return try FirestoreFarSide(endpoint, token: environment[FirestoreFarSide.tokenVariable])
}

let arguments = Array(CommandLine.arguments.dropFirst())
let path = ["messaging", "sync"]
await DaybookMain.run(arguments.first == path[0] ? arguments : path + arguments, farSides: connector)
