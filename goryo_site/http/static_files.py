"""Static files under names that hold their digest, also those that a script imports."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Rewrites `import … from "./other.js"` too: else a page that was open while the site was
    renewed would mix a new script with an old part of it out of its cache.
    """

    support_js_module_import_aggregation = True
