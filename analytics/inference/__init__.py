"""Who is ahead by where they sit, and who by what they can: a model fitted by a job."""
