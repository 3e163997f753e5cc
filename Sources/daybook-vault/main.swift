import DaybookCommands

// The command with one more system, which has a hidden field of every sort.
await DaybookCommand.main(systems: [.vault])
