"""What games are built from: moves as a table, new tables, committed draws, the box, rings of players, facts."""
