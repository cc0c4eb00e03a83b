"""What answers a request. One file a kind of page; a view reads the request, calls one service, and answers."""
