"""What ingrain has written into the project."""


class Artifacts:
    def __init__(self, world):
        self._project = world.project

    def commands(self):
        return sorted((self._project / ".claude" / "commands" / "self-learning").glob("*.md"))

    def skills(self):
        return sorted((self._project / ".claude" / "skills").glob("*/SKILL.md"))

    def decisions(self):
        return self._knowledge("decisions.md")

    def pitfalls(self):
        return self._knowledge("pitfalls.md")

    def _knowledge(self, name):
        path = self._project / ".memory" / "knowledge" / name
        return path.read_text() if path.exists() else ""
