"""Does it hold on this machine?"""
