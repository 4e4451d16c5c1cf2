"""Provide the files of a project in memory."""

from collections.abc import Mapping, Sequence

from questfoundry.domain.protocols.files import (
    ProjectFiles,
    encode_content,
    find_oversize,
    is_below,
    is_visible,
    require_file_name,
)


class InMemoryProjectFiles(ProjectFiles):
    """The files of a project in memory; ``contents`` has the content of each file, by name."""

    def __init__(self, contents: Mapping[str, str | bytes] | None = None) -> None:
        self.contents: dict[str, bytes] = {}
        for name, content in (contents or {}).items():
            self.replace(name, content)

    def read(self, name: str, *, max_bytes: int) -> bytes | None:
        content = self.contents.get(require_file_name(name))
        if problem := find_oversize(name, len(content or b""), max_bytes):
            raise problem
        return content

    def replace(self, name: str, content: str | bytes, *, durable: bool = True) -> None:  # noqa: ARG002
        self.contents[require_file_name(name)] = encode_content(name, content)

    def remove(self, name: str) -> None:
        self.contents.pop(require_file_name(name), None)

    def names(self, below: str = "") -> Sequence[str]:
        return sorted(each for each in self.contents if is_visible(each) and is_below(each, below))

    def stamps(self, below: str = "") -> Mapping[str, bytes]:
        return {name: self.contents[name] for name in self.names(below)}

    def place(self, name: str) -> str:
        return name
