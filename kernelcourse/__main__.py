"""python -m kernelcourse …: the command `kernelcourse`, where its script is not on the search path."""

import sys

from kernelcourse.cli import main

if __name__ == "__main__":
    sys.exit(main())
