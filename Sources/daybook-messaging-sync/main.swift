// `daybook messaging sync`, with the HTTP connection to a server that `daybook` itself does not link, and `daybook
// messaging serve`, with a server. It takes the same arguments; called by its own name, it takes the arguments of
// `sync`.

import DaybookCommands
import DaybookFirestore
import DaybookFirestoreServer
import Foundation

let connector = RemoteStoreConnector(
  connect: { url in
    let environment = ProcessInfo.processInfo.environment
    let endpoint = try FirestoreEndpoint(url, objects: environment[FirestoreRemoteStore.objectsVariable])
    return try FirestoreRemoteStore(endpoint, token: environment[FirestoreRemoteStore.tokenVariable])
  },
  serve: { folder, port, told in
    let server = try await LoopbackServer(folder: folder, port: port)
    try told(ServedPlace(url: server.url, token: { server.token(of: $0) }))
    try await server.untilClosed()
  })

let arguments = Array(CommandLine.arguments.dropFirst())
let path = ["messaging", "sync"]
var parts = CommandParts()
parts.remoteStores = connector
await DaybookCommand.main(parts, arguments: arguments.first == path[0] ? arguments : path + arguments)
