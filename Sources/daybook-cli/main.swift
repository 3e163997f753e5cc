import DaybookCommands

await DaybookMain.run()
