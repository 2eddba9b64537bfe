# The station “speculative”.
