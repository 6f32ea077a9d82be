"""FIDE Rating Regulations (B.02): every rule in one place, by dated edition."""
