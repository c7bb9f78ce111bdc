"""What each side of a Goryō game could know, the value of its actions, and the resulting marks
(docs/adr/0012).

`assess.assess` works on a whole replay; `priors.plan_weights` and `belief.infer_knowledge` on one
position of a chase.
"""
