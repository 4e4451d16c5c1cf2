"""The desk: a project in the browser, served on this computer only and loaded only by ``qf desk``."""
