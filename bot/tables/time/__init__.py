"""What tables do by themselves: due rows, the heartbeat, thinking."""
