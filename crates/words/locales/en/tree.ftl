# The station “tree”.
