// The ledger's folder, and a folder to replicate with: tour LEDGER FOLDER

let path = CommandLine.arguments[1]
let stick = CommandLine.arguments[2]
