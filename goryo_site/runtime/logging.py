"""Logging: one line per record, as JSON or text, with the id of its request."""

import logging.config
from typing import Any

import structlog

FORMS = ("json", "text")


def logging_config(form: str, level: str) -> dict[str, Any]:
    """Return the configuration for `logging.config.dictConfig`. Raise ValueError for a bad form."""
    if form not in FORMS:
        raise ValueError(f"LOG_FORMAT is {' or '.join(FORMS)}, not {form!r}")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *_last_steps(form),
                ],
                "foreign_pre_chain": _shared_steps(),
            }
        },
        "filters": {"no_health": {"()": "goryo_site.runtime.logging.NoHealth"}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["out"], "level": level.upper()},
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
            # client errors are in the request line
            "django.request": {"level": "ERROR", "filters": ["no_health"]},
            # their lines for debugging contain codes and tokens
            "oauth2_provider": {"level": "WARNING"},
            "oauthlib": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},  # one line per task is too many
        },
    }


def configure(config: dict[str, Any]) -> None:
    """Configure the standard library and structlog, for Django (`LOGGING_CONFIG`) and Celery."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared_steps(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


class NoHealth(logging.Filter):
    """Drop Django's line about a 503 of `/healthz`, which the health check has logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged."""
        return getattr(record, "status_code", None) != 503


def _shared_steps() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(allow=["status_code"]),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.PositionalArgumentsFormatter(),
    ]


def _last_steps(form: str) -> list[Any]:
    if form == "json":
        # Without local variables: they may contain what a visitor sent.
        frames = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        as_dicts = structlog.processors.ExceptionRenderer(frames)
        return [as_dicts, structlog.processors.JSONRenderer(ensure_ascii=False)]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=plain)]
