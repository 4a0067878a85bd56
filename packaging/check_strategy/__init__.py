"""Recompute what a release of dpdesk cost, without dpdesk: `python3 check_strategy.py [FOLDER] ...`

Needs Python 3.8 or newer and nothing else; reads only; ends with 0 if everything holds, else with 1. Of each group of
tables strategy.json says which integers M x were counted and what noise they bear. From the rules and integers there
this program makes the columns of M itself, finds the two neighbouring data sets whose M x differ most, in whole
numbers, and from the noise scales the privacy loss, which must be the one that metadata.json, the workbook and the
ledger's entries in audit.jsonl state. The ledger sealed the SHA-256 of strategy.json together with the noisy integers,
before anything was computed from them. Run verify.py as well: it checks the chain of entries and the tables.

Why it need not multiply anything out. M is a stack of terms k(M_1 x M_2 x ...), Kronecker products over the variables.
The inner product of two columns is the sum over terms of k^2 times the product of the factors' inner products <u, v>,
so a pair of cells matters through the triples (<u,u>, <v,v>, <u,v>) of its codes alone. For values v, w that two rows
carry, the squared distance v^2 A + w^2 B - 2vwG is linear in each variable's triple, never falls as norms grow, and G
is at most the largest norm: of one matrix only triples that no other beats (larger norms, smaller product), and a code
of the largest norm with itself, can be greatest. In L1 the same holds of sums of minima for M >= 0: exactly where
shared entries are equal, else as an upper bound, since a product of minima is at most the minimum of products.
Discrete Laplace noise of scale b costs epsilon = sum |difference| / b, discrete Gaussian noise rho = half the sum of
difference^2 / sigma^2 (Canonne, Kamath, Steinke 2020). Stages whose loss has a "part" share an (epsilon, delta): their
rho add up, and the profile of Gaussian noise of that sum must keep it, whatever the parts are said to be. Drawn
quantiles and answers to questions one at a time are no linear mechanisms: their loss is added as stated and not checked
here.

The file that lies beside a release is made of the modules of dpdesk's packaging/check_strategy, one after the other:
whole numbers, every kind of matrix, all columns of a group, its loss, and what the release states.
"""
