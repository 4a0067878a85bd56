"""The command line: one file a command, and the door through which the window opens too."""
