"""The model of balance: seats and strengths of players, fitted by a job."""
