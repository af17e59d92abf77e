"""placeholder until the next file is written"""
def explain(derivation, place, line, state, step, samples):
    return step.outcome
