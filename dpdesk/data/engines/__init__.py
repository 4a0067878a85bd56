"""The engines that read and count: on this computer, or on a cluster."""
