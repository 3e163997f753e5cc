import Foundation
import PackagePlugin

/// Writes which revision of the source is built, as `git describe` names it, for `--version`. A copy without a repository has
/// none.
@main struct Revision: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) -> [Command] {
    let folder = context.pluginWorkDirectoryURL
    let script = """
      revision=$(git -C "$1" describe --tags --always --dirty=+ --abbrev=8 2>/dev/null || true)
      line="let sourceRevision = \\"$revision\\""
      file=$2/SourceRevision.swift
      # A file that did not change is not compiled again.
      [ "$line" = "$(cat "$file" 2>/dev/null)" ] || printf '%s\\n' "$line" >"$file"
      """
    return [
      .prebuildCommand(
        displayName: "Revision of the source", executable: URL(filePath: "/bin/sh"),
        arguments: ["-c", script, "sh", context.package.directoryURL.path(), folder.path()],
        outputFilesDirectory: folder)
    ]
  }
}
