#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# translate.sh LANGUAGE.po FOLDER PAGE...: the pages in that language, with the figures, as FOLDER/refrain.
# What the language does not have stays English.
set -e
po=$1 folder=$2
shift 2
mo=$folder.$$/$(basename "$po" .po).mo
rm -rf "$folder"
mkdir -p "$folder/refrain" "$folder.$$"
trap 'rm -rf "$folder.$$"' EXIT
msgfmt -o "$mo" "$po"
itstool -m "$mo" -o "$folder/refrain" "$@"
cp -R "$(dirname "$1")/figures" "$folder/refrain/"
