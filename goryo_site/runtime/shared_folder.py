"""The storage of `FILES_URL=file:///…` (`goryo_site.runtime.files`)."""

from django.core.files.storage import FileSystemStorage


class SharedFolder(FileSystemStorage):
    """A folder, which is made when the first file is stored."""

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return the folders and files in a folder; none in one that does not exist, as in S3."""
        try:
            return super().listdir(path)
        except FileNotFoundError:
            return [], []
