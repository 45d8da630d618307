"""Whose a file is and who may do what with it: a file that takes another's place is as open to others as that was.

Each thing is given by itself, since a shared folder lets its members give some and not others.
"""

from __future__ import annotations

import contextlib
import os
import stat

ACCESS_LIST = "system.posix_acl_access"
"""The attribute in which Linux keeps a file's access list."""


def keep_owner(descriptor: int, before: os.stat_result) -> None:
    """Give a file the group and the owner of another one, each where that is ours to do.

    Whoever may not give a file away may still let it be a shared folder's group's.
    """
    for owner, group in ((-1, before.st_gid), (before.st_uid, -1)):
        with contextlib.suppress(OSError, AttributeError):
            os.fchown(descriptor, owner, group)


def keep_access_list(descriptor: int, real: str) -> None:
    """Give a file the access list of another one, or none where that has none, though its folder may hand one down."""
    if ACCESS_LIST in _names(real):
        _copy(descriptor, real, ACCESS_LIST)
    elif ACCESS_LIST in _names(descriptor):
        with contextlib.suppress(OSError):
            os.removexattr(descriptor, ACCESS_LIST)


def keep_permissions(descriptor: int, real: str, before: os.stat_result) -> None:
    """Give a file all that another one has beside its bytes: owner, group, mode, access list, extended attributes.

    Raises OSError where not even the mode can be given.
    """
    keep_owner(descriptor, before)
    if hasattr(os, "fchmod"):
        os.fchmod(descriptor, stat.S_IMODE(before.st_mode))
    keep_access_list(descriptor, real)
    for name in _names(real):
        if name != ACCESS_LIST:
            _copy(descriptor, real, name)


def _names(file: int | str) -> list[str]:
    """Return the names of a file's extended attributes; none where the system or the disk knows none."""
    with contextlib.suppress(OSError, AttributeError):
        return os.listxattr(file)
    return []


def _copy(descriptor: int, real: str, name: str) -> None:
    with contextlib.suppress(OSError):
        os.setxattr(descriptor, name, os.getxattr(real, name))
