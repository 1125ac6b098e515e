"""`python -m pipeline` is the command `namebridge`."""

from pipeline.cli import main

if __name__ == "__main__":
    main()
