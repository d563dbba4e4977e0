# SPDX-License-Identifier: GPL-3.0-or-later
"""The options of `meson setup` in a recipe of packaging/, a line each.

    recipes.py RECIPE MPICC"""

import contextlib
import re
import sys
import types


def read_spack(text, mpicc):
    """With the variants as they are unless one says otherwise."""
    variants = {}

    class Spec(dict):
        def satisfies(self, what):
            return variants[what[1:]]

    package = types.ModuleType("spack.package")
    for name in ("license", "version", "depends_on", "extends"):
        setattr(package, name, lambda *given, **named: None)
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
    return recipe.meson_args()


def read_easybuild(text, mpicc):
    names = {"SHLIB_EXT": "so"}
    exec(text, names)
    return names["configopts"].replace("-Dmpicc=mpicc", f"-Dmpicc={mpicc}").split()


def read_conda(text, mpicc):
    script = re.search(r"- meson setup _build (.*?)\n    - ", text, re.S)[1]
    return script.replace("${MESON_ARGS}", "").replace("${PREFIX}/bin/mpicc", mpicc).split()


def main(path, mpicc):
    read = {"package.py": read_spack, "meta.yaml": read_conda}.get(path.rsplit("/", 1)[-1], read_easybuild)
    with open(path, encoding="utf-8") as file:
        print("\n".join(read(file.read(), mpicc)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
