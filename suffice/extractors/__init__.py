"""What a text says: questions to programs, passages to facts with spans."""
