"""Cells of tables and labelled lines as statements, each with its row's subject and its column's head, held against rules and prose."""
