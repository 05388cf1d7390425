"""Tasks on many cores or machines: each is stored as soon as it is done, so nothing is done twice.

joblib does the work, with its own backends: processes of this machine (loky), or a Dask scheduler.
"""

from __future__ import annotations

import queue
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import chain, islice
from typing import Any, Final

from exact.errors import ExactError, refusal
from exact.rational import whole
from exact.tables.store import Store, program
from exact.tables.work import Answered, Failure, Task, answered, stored_form

#: Told after each task: rows done so far, how many of them were in the store already, all rows.
Progress = Callable[[int, int, int], None]

#: An answer on its way back: the key of its task, and its rows.
Done = tuple[str, list[Answered]]

#: So long a table is worked on by this process before others are started.
_ALONE_SECONDS: Final = 0.5
#: So long a scheduler may take to answer.
REACH_SECONDS: Final = 8
#: So many tasks a scheduler is given in advance.
_UNDER_WAY: Final = 256
#: So long a cluster may be without any worker, or without anything to do while answers are due.
PATIENCE_SECONDS: Final = 60


def complete(
    tasks: Iterable[Task],
    rows: int,
    store: Store,
    jobs: int | None = None,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> None:
    """Answer all tasks that the store does not hold, and store each at once. ``rows``: of all tasks.

    Rows that failed are stored as such, and tried again the next time. Raises ExactError when the store
    cannot be written or the scheduler cannot be reached.
    """
    number = None if jobs is None else whole(jobs, "jobs", least=1)
    done = known = 0
    # The tasks that have been taken from the list and not come back.
    waiting: dict[str, Task] = {}
    # joblib takes tasks in threads of its own, in which an error would be lost and all would wait for ever.
    lock, trouble = threading.Lock(), list[Exception]()

    def told(more: int, from_store: int = 0) -> None:
        nonlocal done, known
        with lock:
            done, known = done + more, known + from_store
            if progress is not None:
                progress(done, known, rows)

    def missing() -> Iterator[Task]:
        try:
            for task in tasks:
                if _held(store, task):
                    told(len(task.shoes), len(task.shoes))
                else:
                    waiting[task.key()] = task
                    yield task
        except Exception as error:
            trouble.append(error)

    if scheduler is not None:
        answers = _on_cluster(missing(), waiting, scheduler)
    else:
        answers = _on_this_machine(missing(), waiting, number)
    # Closing stops the workers when the store is full or the user has seen enough.
    with closing(answers):
        for key, answer in answers:
            if key in waiting:
                store.put(key, stored_form(answer))
                told(len(waiting.pop(key).shoes))
    if trouble:
        raise trouble[0]


def keyed(task: Task) -> Done:
    """The answers of a task under its key: what a worker runs."""
    return task.key(), answered(task)


def _held(store: Store, task: Task) -> bool:
    rows = store.get(task.key())
    return rows is not None and not any(isinstance(row, dict) for row in rows)


# ------------------------------------------------------------------- this machine


def _on_this_machine(
    missing: Iterator[Task], waiting: dict[str, Task], jobs: int | None
) -> Generator[Done, None, None]:
    if jobs is None:
        # Small tables are done before other processes would have started.
        start = time.monotonic()
        while time.monotonic() - start < _ALONE_SECONDS:
            task = next(missing, None)
            if task is None:
                return
            yield keyed(task)
    first = list(islice(missing, 2))
    missing = chain(first, missing)
    if len(first) < 2 or jobs == 1:
        # One task, or one core: no other process is needed.
        yield from map(keyed, missing)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import BrokenProcessPool

    while True:
        parallel = Parallel(n_jobs=jobs or -1, batch_size=1, return_as="generator_unordered")
        try:
            with _interrupts_ignored():
                answers = parallel(delayed(keyed)(task) for task in missing)
            with closing(answers):
                yield from answers
            return
        except BrokenProcessPool:
            # A worker died, by lack of memory perhaps, and took the others with it. What was under way is
            # tried one at a time, so that only the task at fault is lost; then the work goes on.
            for task in list(waiting.values()):
                yield _alone(task)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that are started meanwhile leave Ctrl-C to this one, which ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _alone(task: Task) -> Done:
    """A task in a process of its own, which may die."""
    from joblib.externals.loky import ProcessPoolExecutor
    from joblib.externals.loky.process_executor import BrokenProcessPool

    executor = ProcessPoolExecutor(max_workers=1)
    try:
        found: Done = executor.submit(keyed, task).result()
        return found
    except BrokenProcessPool:
        return task.key(), _lost(task, "the process that worked on it died (out of memory?)")
    finally:
        executor.shutdown()


def _lost(task: Task, reason: str) -> list[Answered]:
    return [Failure(reason)] * len(task.shoes)


# ------------------------------------------------------------------- many machines


def _on_cluster(
    missing: Iterator[Task], waiting: dict[str, Task], scheduler: str
) -> Generator[Done, None, None]:
    """The tasks on the workers of a Dask scheduler, through joblib's backend."""
    client = _client(scheduler)
    answers: queue.Queue[Any] = queue.Queue()
    stop = threading.Event()

    def run() -> None:
        from joblib import Parallel, delayed, parallel_config
        from joblib.parallel import get_active_backend

        try:
            with parallel_config(backend="dask", client=client, wait_for_workers_timeout=PATIENCE_SECONDS):
                # On one core joblib would work here, not there; and a cluster may grow while it works.
                backend = get_active_backend()[0]
                cores = backend.effective_n_jobs
                backend.effective_n_jobs = lambda n_jobs: max(cores(n_jobs), 2)
                parallel = Parallel(batch_size=1, pre_dispatch=_UNDER_WAY, return_as="generator_unordered")
                with closing(parallel(delayed(keyed)(task) for task in missing)) as found:
                    for answer in found:
                        answers.put(answer)
                        if stop.is_set():
                            return
            answers.put(None)
        except BaseException as error:
            answers.put(error)

    # joblib waits for ever for a task whose worker died too often; so somebody must look on.
    reader = threading.Thread(target=run, daemon=True)
    reader.start()
    watch = _Watch(client, scheduler)
    try:
        while True:
            try:
                answer = answers.get(timeout=1)
            except queue.Empty:
                if watch.all_lost():
                    for task in list(waiting.values()):
                        yield task.key(), _lost(task, "the workers that took it died")
                    if not _more(missing):
                        return
                    raise ExactError(
                        f"scheduler: tasks were lost at {scheduler}; the same command goes on with the rest"
                    ) from None
                continue
            watch.seen()
            if answer is None:
                return
            if isinstance(answer, BaseException):
                if isinstance(answer, ExactError):
                    raise answer
                raise ExactError(f"scheduler: {scheduler} failed; {answer}; the same command resumes")
            yield answer
    finally:
        stop.set()
        client.close(timeout=2)


def _more(missing: Iterator[Task]) -> bool:
    return next(missing, None) is not None


class _Watch:
    """Whether a cluster still works on something."""

    def __init__(self, client: Any, scheduler: str) -> None:
        self._client = client
        self._scheduler = scheduler
        self.seen()

    def seen(self) -> None:
        """An answer has come."""
        self._idle_since: float | None = None

    def all_lost(self) -> bool:
        """Whether there are workers, but nothing that any of them has worked on for long.

        Raises ExactError when the scheduler is gone, or has had no worker for long.
        """
        try:
            running = self._client.status == "running"
            workers = self._client.processing() if running else {}
        except Exception:
            running, workers = False, {}
        if workers and any(workers.values()):
            self.seen()
            return False
        now = time.monotonic()
        self._idle_since = now if self._idle_since is None else self._idle_since
        if now - self._idle_since < PATIENCE_SECONDS:
            return False
        if running and workers:
            return True
        what = "has had no worker" if running else "has not answered"
        raise ExactError(
            f"scheduler: {self._scheduler} {what} for {PATIENCE_SECONDS} s; what is done is stored, and the "
            "same command goes on"
        )


def _client(scheduler: str) -> Any:
    """A client of the scheduler, whose workers run this version of the program."""
    try:
        import distributed
    except ImportError:
        raise ExactError('scheduler: Dask is not installed; pip install "exact-shoe[cluster]"') from None
    if not isinstance(scheduler, str) or "://" not in scheduler:
        raise refusal("scheduler", scheduler, "an address such as tcp://HOST:8786 is expected")
    _reach(scheduler)
    client = _connected(distributed, scheduler)
    try:
        theirs = client.run(program)
    except Exception as error:
        client.close(timeout=2)
        raise ExactError(
            f"scheduler: the workers of {scheduler} cannot run exact; install it there, too ({error})"
        ) from None
    for worker, version in theirs.items():
        if version != program():
            client.close(timeout=2)
            raise ExactError(
                f"scheduler: the worker {worker} has exact {version}, this is {program()}; they must be equal"
            )
    return client


def _reach(scheduler: str) -> None:
    """Raise ExactError unless something listens at a TCP address; Dask would say so late and at length."""
    import socket

    kind, _, place = scheduler.partition("://")
    host, _, port = place.rpartition(":")
    if kind not in ("tcp", "tls"):
        return
    if not host or not port.isdigit():
        raise refusal("scheduler", scheduler, "an address such as tcp://HOST:8786 is expected")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_SECONDS) as line:
            # A scheduler speaks first (in TLS it is the client): a message begins with its length, eight
            # bytes, the least first. What others greet with would be an enormous one.
            if kind == "tcp" and not 0 < int.from_bytes(line.recv(8), "little") < 2**20:
                raise _unreachable(scheduler, "what listens there is no Dask scheduler")
    except TimeoutError:
        raise _unreachable(scheduler, f"no answer within {REACH_SECONDS} s") from None
    except (OSError, OverflowError) as error:
        raise _unreachable(scheduler, getattr(error, "strerror", None) or str(error)) from None


def _connected(distributed: Any, scheduler: str) -> Any:
    """A client; in a thread of its own, as Dask may wait for ever for something that is no scheduler."""
    found: queue.Queue[Any] = queue.Queue()

    def connect() -> None:
        try:
            found.put(distributed.Client(scheduler, timeout=REACH_SECONDS, set_as_default=False))
        except Exception as error:
            found.put(error)

    threading.Thread(target=connect, daemon=True).start()
    try:
        client = found.get(timeout=REACH_SECONDS)
    except queue.Empty:
        raise _unreachable(scheduler, "what listens there is no Dask scheduler") from None
    if isinstance(client, Exception):
        raise _unreachable(scheduler, str(client) or type(client).__name__)
    return client


def _unreachable(scheduler: str, reason: str) -> ExactError:
    return ExactError(f"scheduler: {scheduler} cannot be reached; {reason}")
