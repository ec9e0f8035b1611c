"""What games are built from: moves as a table, new tables, rings of players, facts."""
