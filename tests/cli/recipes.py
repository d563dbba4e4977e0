# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of `meson setup` in a recipe of packaging/, a line each.

    recipes.py RECIPE MPICC [other [PREFIX]]

With "other" each variant of Spack is what it is not by itself; with PREFIX it is what Spack sets in the environment of
what is installed there, as lines of shell."""

import contextlib
import os
import re
import sys
import types


def read_spack(text, mpicc, other=None, prefix=None):
    """With the variants as they are unless one says otherwise."""
    variants = {}

    class Spec(dict):
        def satisfies(self, what):
            return variants[what[1:]] != (other == "other")

    package = types.ModuleType("spack.package")
    for name in ("license", "version", "depends_on", "extends"):
        setattr(package, name, lambda *given, **named: None)
    package.join_path = os.path.join
    package.when = lambda condition: contextlib.nullcontext()
    package.variant = lambda name, default, description: variants.update({name: default})
    sys.modules["spack.package"] = package
    meson = types.ModuleType("spack_repo.builtin.build_systems.meson")
    meson.MesonPackage = object
    for name in ("spack", "spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        sys.modules[name] = types.ModuleType(name)
    sys.modules[meson.__name__] = meson
    names = {}
    exec(text, names)
    recipe = names["Refrain"]()
    recipe.spec = Spec(mpi=types.SimpleNamespace(mpicc=mpicc))
    if prefix is None:
        return recipe.meson_args()
    lines = []
    recipe.prefix = types.SimpleNamespace(lib=os.path.join(prefix, "lib"))
    recipe.setup_run_environment(types.SimpleNamespace(
        prepend_path=lambda name, value: lines.append(f"export {name}={value}${{{name}:+:${name}}}")))
    return lines


def read_easybuild(text, mpicc):
    names = {"SHLIB_EXT": "so"}
    exec(text, names)
    return names["configopts"].replace("-Dmpicc=mpicc", f"-Dmpicc={mpicc}").split()


def read_conda(text, mpicc):
    script = re.search(r"- meson setup _build (.*?)\n    - ", text, re.S)[1]
    return script.replace("${MESON_ARGS}", "").replace("${PREFIX}/bin/mpicc", mpicc).split()


def main(path, mpicc, *more):
    read = {"package.py": read_spack, "meta.yaml": read_conda}.get(path.rsplit("/", 1)[-1], read_easybuild)
    with open(path, encoding="utf-8") as file:
        print("\n".join(read(file.read(), mpicc, *more)))


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
