"""Mention -> Alias -> Comparison -> Cluster: which names are one entity, and why."""
