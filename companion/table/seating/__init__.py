"""Who sits where, with which phone, and who hosts."""
