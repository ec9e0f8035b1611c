"""Tales of the Arabian Nights."""
