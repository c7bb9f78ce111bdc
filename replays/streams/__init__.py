"""Server-sent events: streams of what changes, without a thread for each open stream.

To send events, an app needs three things (`replays.rest.events` is an example):

1. A `Source` (`replays.streams.hub`): its name, and a query of the events after a cursor. Cursors
   are numbers that grow in the order of commits.
2. A synchronous view that checks who may read, and returns `event_stream(request, source, cursor)`
   (`replays.streams.responses`).
3. `wake(name)` (`replays.streams.wake`) in the transaction of a change. Without it, or if it is
   lost, the stream finds the change with its next regular query.

A stream can also be counted (`replays.streams.presence`), as those of shared reviews are.
"""
