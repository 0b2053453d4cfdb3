"""Whether code with calls is the code without them: each call replaced by the body it runs.

`thin` is the side with the calls and the functions they call, `thick` the side where the bodies
stand in their place. Both are compared node by node; calls of known functions are expanded on
the way: parameters stand for arguments, locals of the body for locals around, a result for the
value returned. No mapping is asked, so what this proves does not depend on one.

What has to hold for an expansion (each is checked here):

- arguments are plain names nobody else assigns, literals, or evaluated at the same point and as
  often as before (`functions/evaluation_order.py`); parameters are never assigned;
- a name of the body that is neither parameter nor local means the same on both sides: nothing
  in the thick function binds it;
- a local of the body stands for one local of the thick function, which nothing else uses there,
  unless the call's result is stored in it; it is always assigned before it is read;
- the body returns at its end only, or the call is itself returned;
- where declared types have a say, those of parameters and results are the ones that the values
  have anyway (`types/declared_types.py`).
"""

from tracer.classify.inlining.comparison import Expansion

__all__ = ["Expansion"]
