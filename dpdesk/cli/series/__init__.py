"""`dpdesk series`: the waves of a survey on one account, the next one in one step, and what changed."""
