"""The same work by dpdesk and by other programs, each in a process of its own (`peers.py`).

`work` and `child` and the peers' own files need nothing of dpdesk, so that they also run in an environment in which
only the peer is installed.
"""
