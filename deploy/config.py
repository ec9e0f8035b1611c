"""What the processes in containers have in common: the key of the cookies."""

import os

SECRET_KEY = os.environ.get("COMPANION_SECRET_KEY")
