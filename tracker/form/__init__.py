"""Is it form, or chance?"""
