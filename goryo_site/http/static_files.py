"""Static files with digests in their names, including imported script modules."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped
    """Also rewrite `import … from "./other.js"`, so that a page that was open during a deployment
    never mixes a new script with a cached old module.
    """

    support_js_module_import_aggregation = True
