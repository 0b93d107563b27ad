"""Documents that a browser sends, loaded in the background with what could not be read and why."""

from __future__ import annotations

import secrets
from dataclasses import replace

from foam_graph.app.at_work.job import Job
from foam_graph.app.at_work.jobs import Jobs
from foam_graph.app.loading import LoadReport, load
from foam_graph.app.session import Session
from foam_graph.app.taking import NothingRead
from foam_graph.app.uploads import Upload
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.errors import UsageError


def load_upload(session: Session, jobs: Jobs, corpus: str, upload: Upload) -> Job:
    """Has an upload loaded into a corpus; its files are taken away at the end.

    Args:
        session: The session of whoever sent it.
        jobs: Where it is loaded.
        corpus: Name of the corpus; a new one is made.
        upload: The files.

    Raises:
        CorpusError: The corpus cannot be named so.
        UsageError: No file was sent.
        EnvironmentFault: Too many things wait for their turn.
    """
    check_corpus_name(corpus)
    session.store.must_be_present("nothing is loaded")
    if not upload.files:
        raise UsageError("no file was sent", "Choose files, a folder, or a zip archive.")

    def work(own: Session, job: Job) -> LoadReport:
        try:
            report = load(own, [upload.folder], corpus, told=job.tell_bytes)
        except NothingRead as fault:
            told = "none of what was sent could be read" if fault.rejected else "there is no document in what was sent"
            raise NothingRead(told, fault.advice, (*upload.refused, *fault.rejected)) from None
        finally:
            upload.remove()
        return replace(report, rejected=(*upload.refused, *report.rejected))

    # A code that cannot be guessed: what a file holds that could not be read is not everybody's.
    return jobs.start(f"w{secrets.token_hex(12)}", "load", f"Documents into {corpus}", work)
