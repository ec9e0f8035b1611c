"""What cards of Magic say that these games ask for."""
