"""What is seen of every recorded session, kept as golden files beside this one; `make golden` renews them."""
