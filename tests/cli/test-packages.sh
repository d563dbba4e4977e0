#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What packages and software centres are told: the same version everywhere, metainfo as Flathub's quality
# guidelines want it, a sound Flatpak manifest. `./dev package` builds the packages.
. "$(dirname "$0")/tap.sh"

cd "$REFRAIN_SOURCE" || exit 99
version=$(sed -n "s/^  version: '\(.*\)',/\1/p" meson.build)
info=$REFRAIN_BUILD/data/io.github.refrain.Refrain.metainfo.xml

# The version is told in one way.
is "NEWS begins with this version" "$(sed -n '1s/^Refrain \([0-9.]*\).*/\1/p' NEWS)" "$version"
is "debian/changelog begins with it" "$(sed -n '1s/^refrain (\([^)]*\)-[0-9]*).*/\1/p' debian/changelog)" "$version"
is "pyproject.toml names it" "$(sed -n 's/^version = "\(.*\)"/\1/p' python/pyproject.toml)" "$version"
is "CITATION.cff names it" "$(sed -n 's/^version: //p' CITATION.cff)" "$version"
for page in docs/man/*.1; do
  is "$page names it" "$(grep -c "^.TH .*\"Refrain $version\"" "$page")" 1
done

# tell XPATH: what metainfo says there.
told() {
  xmllint --xpath "$1" "$info" 2>/dev/null
}
if [ -e "$info" ] && command -v xmllint >/dev/null; then
  is "metainfo's newest release is it" "$(told 'string(//release[1]/@version)')" "$version"
  is "a short name" "$(told 'string-length(//component/name[1]) <= 15')" true
  is "summaries of 35 characters at most, in every language" "$(told '//summary[string-length() > 35]')" ""
  is "summaries end without a full stop" "$(told "//summary[substring(., string-length()) = '.']")" ""
  is "a developer" "$(told 'string(//developer/@id)')" "io.github.refrain"
  is "two colours of the brand" "$(told 'count(//branding/color[@type="primary"])')" 2
  is "screenshots, each with a short caption" \
    "$(told 'count(//screenshot) >= 2 and not(//screenshot[not(caption)]) and not(//caption[string-length() > 60])')" true
  is "one of them comes first" "$(told 'count(//screenshot[@type="default"])')" 1
  is "screenshots are pictures of ours" "$(told '//screenshot/image/text()' | while read -r picture; do
    [ -e "docs/images/$(basename "$picture")" ] || echo "$picture"
  done)" ""
  is "an age rating" "$(told 'count(//content_rating)')" 1
  is "addresses" "$(told 'count(//url[@type="homepage" or @type="bugtracker" or @type="vcs-browser" or @type="contribute"])')" 4
  is "each release says what is new" "$(told '//release[not(description)]')" ""
else
  tell "without metainfo or xmllint"
fi

status=0
released=$(sed -n '/<release /{s/.*date="\([^"]*\)".*/\1/p;q}' data/io.github.refrain.Refrain.metainfo.xml.in)
problems=$(tests/package/check-manifest flatpak/io.github.refrain.Refrain.yml meson.build "$released") || status=$?
if [ $status -ne 77 ]; then
  is "the Flatpak manifest is sound" "$problems" ""
  sed '0,/sha256: /s/sha256: /sha265: /; s/^command:/comand:/; s/^runtime-version: .*/runtime-version: '47'/; 0,/name: gsl/s//name: gls/; s/host:ro/host/; s/tag: v.*/tag: v0.0/; /-Dlibdw=/d; s/igraph=disabled/igraph=enabled/' \
    flatpak/io.github.refrain.Refrain.yml >"$work/bad.yml"
  wrong=$(tests/package/check-manifest "$work/bad.yml" meson.build "$released")
  for place in "'comand' was unexpected" "'command' is a required property" "^modules/0/sources/0: " "a module has gsl," "a module has igraph," \
    "GNOME 47 had support until 2025-10," "-Dlibdw is left to what the SDK has" "^finish-args/4: '--filesystem=host'" "the tag is v0.0, the version v$version"; do
    is "a manifest that is not is refused: $place" "$(grep -c -- "$place" <<<"$wrong")" 1
  done
else
  tell "$problems: the manifest was not checked"
fi

# Recipes of clusters: sound, of this version, and with options that this tree has.
if command -v python3 >/dev/null; then
  for recipe in packaging/spack/package.py packaging/easybuild/*.eb; do
    is "$recipe can be read" "$(python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$recipe" 2>&1)" ""
  done
fi
recipes=(packaging/spack/package.py packaging/easybuild/Refrain-*.eb packaging/conda/meta.yaml)
for recipe in "${recipes[@]}"; do
  is "$recipe is of this version" "$(grep -cE "version(\(| = )[\"']$version[\"']" "$recipe")" 1
done
options=$(sed -n "s/^option('\([a-z_]*\)'.*/\1/p" meson_options.txt; echo werror)
for recipe in "${recipes[@]}" docs/clusters.md; do
  is "$recipe: each option is one of this tree" "$(grep -oE -e '-D[a-z_]+|feature\("[a-z_]+' "$recipe" |
    sed 's/-D//; s/.*"//' | sort -u | grep -vxF "$options")" ""
done
is "what EasyBuild's files lack is beside" \
  "$(sed -n "s/^    ('JSON-GLib', '\(.*\)'),/\1/p" packaging/easybuild/Refrain-*.eb)" \
  "$(sed -n "s/^version = '\(.*\)'/\1/p" packaging/easybuild/JSON-GLib-*.eb)"

# bound LIBRARY: the oldest version of it that meson.build takes.
bound() {
  sed -n "s/.*dependency('$1'.*version: '>= \([0-9.]*\)'.*/\1/p" meson.build
}
spack=packaging/spack/package.py
while read -r package library; do
  is "$spack: as old a $package as meson.build takes" \
    "$(sed -n "s/.*depends_on(\"$package@\([0-9.]*\):.*/\1/p" $spack)" "$(bound "$library")"
done <<'END'
cairo cairo
glib glib-2.0
gsl gsl
hdf5 hdf5
igraph igraph
json-glib json-glib-1.0
libdivsufsort libdivsufsort
libxml2 libxml-2.0
otf2 otf2
pango pangocairo
sqlite sqlite3
zstd libzstd
END
done_testing
