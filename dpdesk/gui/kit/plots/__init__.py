"""Pictures, drawn with pyqtgraph; loaded when the first is needed."""
