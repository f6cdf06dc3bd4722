import CommandLineSupport

// The command. What it does is in FenceReplay; here are files, streams, the terminal and exit codes.
quit(Command.run(Array(CommandLine.arguments.dropFirst())))
