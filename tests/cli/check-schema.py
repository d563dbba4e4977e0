#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-schema.py FOLDER FILE...: a line for each file that is not as the schema says which it names.

A file is one JSON object whose "schema" is the "$id" of a schema in FOLDER.
"""
import json
import pathlib
import sys

import jsonschema

schemas = {}
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    if schema["$id"] != f"refrain/{path.stem}/1":
        print(f"{path.name}: $id is {schema['$id']}")
    schemas[schema["$id"]] = jsonschema.Draft202012Validator(schema)

for name in sys.argv[2:]:
    try:
        value = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
        error = jsonschema.exceptions.best_match(schemas[value["schema"]].iter_errors(value))
    except (ValueError, KeyError, TypeError) as problem:
        print(f"{name}: {type(problem).__name__}: {problem}")
        continue
    if error is not None:
        print(f"{name}: {error.json_path}: {error.message[:200]}")
