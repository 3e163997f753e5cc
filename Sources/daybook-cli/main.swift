import DaybookCommands

DaybookMain.becomePart()
await DaybookMain.run(opened: DaybookMain.answerAtOnce())
