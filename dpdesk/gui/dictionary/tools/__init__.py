"""The tools in the place of the editor: propose, confirm, combine, group, exclude."""
