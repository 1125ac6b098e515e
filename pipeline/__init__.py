"""namebridge: the people, organizations and papers that articles in many languages name, each under one id."""
