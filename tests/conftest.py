"""No test is judged by the clock: machines are busy, and speed is claimed from benchmarks alone."""

from hypothesis import HealthCheck, settings

settings.register_profile("suffice", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suffice")
