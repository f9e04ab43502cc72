"""The gate on questions with gold answers: recorded runs, calibration, controls, scores."""
