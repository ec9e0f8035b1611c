"""What many plays say together: of a player, of two, of a game, of a year."""
