"""What vingt-et-un and trente-et-un share: games in which players and banker buy cards as they please."""
