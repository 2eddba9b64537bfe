# The station “beams”.
