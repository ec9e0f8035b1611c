"""Houses: circles of people who play together, each with its tables, plays and boxes; at home there is one, unseen.

On a public host every phone has houses of its own, and sees of others only the tables whose codes it has.
"""
