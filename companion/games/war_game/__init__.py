"""Magic: the War Game: creatures march over fifteen lands to the strongholds of their opponents."""
