# SPDX-License-Identifier: GPL-3.0-or-later
# For a cluster: command line, library, recorder and refrain-mpi, without the window. Copy into a repository of
# Spack as packages/refrain/package.py.

from spack.package import *


class Refrain(MesonPackage):
    """Communication patterns, loops, phases and causes of waiting in traces of MPI programs."""

    homepage = "https://github.com/refrain/refrain"
    git = "https://github.com/refrain/refrain.git"

    license("GPL-3.0-or-later")

    version("main", branch="main")

    variant("gui", default=False, description="the GTK 4 application")
    variant("python", default=False, description="GObject introspection, for the Python module")
    variant("sqlite", default=True, description="convert to databases of SQLite")
    variant("igraph", default=False, description="places of processes in graphs without a name")

    depends_on("c", type="build")
    depends_on("meson@1.0:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("gettext", type="build")
    depends_on("python@3.6:", type="build")
    depends_on("libxslt", type="build")

    depends_on("mpi")
    depends_on("glib@2.68:")
    depends_on("json-glib@1.6:")
    depends_on("cairo@1.16:+pdf+svg")
    depends_on("pango@1.50:")
    depends_on("otf2@3:")
    depends_on("hdf5@1.10:")
    depends_on("libxml2@2.9.14:")
    depends_on("zstd@1.5:")
    depends_on("zlib-api")
    depends_on("gsl@2.7:")
    depends_on("libdivsufsort@2.0.1:")
    depends_on("elfutils")
    depends_on("igraph@0.10:", when="+igraph")
    depends_on("sqlite@3.34:", when="+sqlite")
    depends_on("gobject-introspection", when="+python")
    depends_on("gtkplus@4.8:", when="+gui")

    def meson_args(self):
        def feature(name, variant):
            return f"-D{name}={'enabled' if self.spec.satisfies('+' + variant) else 'disabled'}"

        return [
            feature("gui", "gui"),
            feature("introspection", "python"),
            feature("igraph", "igraph"),
            feature("sqlite", "sqlite"),
            "-Drecorder=enabled",
            "-Dmpi=enabled",
            "-Dlibdw=enabled",
            f"-Dmpicc={self.spec['mpi'].mpicc}",
            "-Dtests=false",
        ]
