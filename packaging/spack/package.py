# SPDX-License-Identifier: GPL-3.0-or-later
# For a cluster: command line, library, recorder, refrain-mpi and, if wanted, the Python module. Copy into a
# repository of Spack (1.0 or newer) as packages/refrain/package.py.
# The window is left out: Spack's gtkplus ends with GTK 3, and it has neither libadwaita nor GtkSourceView.

from spack_repo.builtin.build_systems.meson import MesonPackage

from spack.package import *


class Refrain(MesonPackage):
    """Communication patterns, loops, phases and causes of waiting in traces of MPI programs."""

    homepage = "https://github.com/refrain/refrain"
    git = "https://github.com/refrain/refrain.git"

    license("GPL-3.0-or-later")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("python", default=False, description="GObject introspection, and the Python module")
    variant("sqlite", default=True, description="convert to databases of SQLite")
    variant("igraph", default=False, description="places of processes in graphs without a name")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("meson@0.63:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("gettext", type="build")
    depends_on("python@3.6:", type="build")

    depends_on("mpi")
    depends_on("glib@2.68:")
    depends_on("json-glib@1.6:")
    depends_on("cairo@1.16:+pdf+png+svg")
    depends_on("pango@1.44:")
    depends_on("otf2@3.0:")
    depends_on("hdf5@1.10:")
    depends_on("libxml2@2.9:")
    depends_on("zstd@1.4:")
    depends_on("zlib-api")
    depends_on("gsl@2.5:")
    depends_on("libdivsufsort@2.0.1:")
    depends_on("elfutils")
    depends_on("igraph@0.10:+shared", when="+igraph")
    depends_on("sqlite@3.34:", when="+sqlite")
    with when("+python"):
        extends("python")
        depends_on("gobject-introspection")
        depends_on("py-pygobject", type="run")
        depends_on("py-numpy", type="run")

    def meson_args(self):
        def feature(name, variant):
            return f"-D{name}={'enabled' if self.spec.satisfies('+' + variant) else 'disabled'}"

        return [
            feature("introspection", "python"),
            feature("igraph", "igraph"),
            feature("sqlite", "sqlite"),
            "-Dwerror=false",
            "-Dgui=disabled",
            "-Drecorder=enabled",
            "-Dmpi=enabled",
            "-Dlibdw=enabled",
            f"-Dmpicc={self.spec['mpi'].mpicc}",
            "-Dtests=false",
        ]

    def setup_run_environment(self, env):
        if self.spec.satisfies("+python"):
            env.prepend_path("GI_TYPELIB_PATH", join_path(self.prefix.lib, "girepository-1.0"))
            # The typelib names the library without its folder.
            env.prepend_path("LD_LIBRARY_PATH", self.prefix.lib)
