"""The errors that a user can meet. Each message is one sentence that ends in what to do next.

TrackerError                 exit code 1, one sentence on stderr
├── UsageError               exit code 2: the command's words do not fit
├── SourceError              the outside world said no
│   ├── NoSuchAccount        neither games nor profile exist under that name
│   ├── AccountClosed        the profile says so; what is stored stays
│   ├── RequestRefused       the server refused although the account exists
│   ├── BadToken             the server does not accept the token
│   ├── RateLimited          the server asked to slow down for longer than we wait
│   └── NetworkUnreachable   no connection, or one that kept breaking
├── FileUnreadable           a file that is no game file, or cannot be opened
├── StoreError               the database
│   ├── DatabaseBusy         another tracker is importing this account
│   ├── DatabaseTooNew       written by a newer tracker
│   ├── DatabaseBroken       not a database of ours, or damaged
│   └── DiskFull             no room left; what was written before is kept
├── NotTracked               no such account or game in the database
└── NotAvailable             an optional part is missing (engine, keyring, web page)
"""


class TrackerError(Exception):
    """A foreseeable failure; `str()` of it is the sentence shown to the user."""

    exit_code = 1


class UsageError(TrackerError):
    """The command's words do not fit together."""

    exit_code = 2


class SourceError(TrackerError):
    """The outside world said no."""


class NoSuchAccount(SourceError):
    """Neither the games nor the profile exist under that name."""


class AccountClosed(SourceError):
    """The profile says the account is closed; what is stored stays."""


class RequestRefused(SourceError):
    """The server refused the request although the account exists."""


class BadToken(SourceError):
    """The server does not accept the token."""


class RateLimited(SourceError):
    """The server asked to slow down for longer than the program waits."""


class NetworkUnreachable(SourceError):
    """No connection, or one that kept breaking."""


class FileUnreadable(TrackerError):
    """A file that holds no games, or cannot be opened."""


class StoreError(TrackerError):
    """The database could not do its work."""


class DatabaseBusy(StoreError):
    """Another tracker is writing for this account."""


class DatabaseTooNew(StoreError):
    """The database was written by a newer version of the program."""


class DatabaseBroken(StoreError):
    """The file is no database of this program, or is damaged."""


class DiskFull(StoreError):
    """No room is left on the disk; what was written before is kept."""


class NotTracked(TrackerError):
    """No such account or game in the database."""


class NotAvailable(TrackerError):
    """An optional part of the program is missing on this machine."""
