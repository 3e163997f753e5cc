import DaybookCommands

await DaybookMain.run(opened: DaybookMain.answerAtOnce())
