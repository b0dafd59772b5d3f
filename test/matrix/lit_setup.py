"""lit_setup.py - what the lit.local.cfg of restart/, matrix/ and programs/ share.

Programs under test must see no CKPT_ variable but the test's own, so those that tell the drivers where the build is
(CKPT_BUILD, CKPT_SOURCE, CKPT_LONG) are given to the drivers only:
  %restart SOURCE ...   restart.py: compile, run, stop, restart here and elsewhere, compare
  %driver{matrix/x.py}  any other driver below test/
"""
import os


def set_up(config):
    ours = ["CKPT_BUILD", "CKPT_SOURCE", "CKPT_LONG", "CKPT_SEED"]
    given = {n: config.environment.pop(n) for n in ours if n in config.environment}
    if "CKPT_SEED" in os.environ:
        given["CKPT_SEED"] = os.environ["CKPT_SEED"]
    python = "env %s python3 %s/test/" % (" ".join("%s=%s" % item for item in sorted(given.items())), config.ckpt_source)
    config.substitutions.insert(0, (r"%driver\{([^}]*)\}", python + r"\1"))
    config.substitutions.insert(0, (r"%restart\b", python + "matrix/restart.py"))
