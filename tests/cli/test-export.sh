#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# refrain-cli export: figures that other programs open, with text as text.
. "$(dirname "$0")/tap.sh"

for view in events matrix; do
  ok "$view as SVG" "$cli" export --view $view -o $view.svg --width 160mm --height 90mm "$demo"
  ok "$view.svg is well-formed" xmllint --noout --nonet $view.svg
  is "$view.svg is 160 mm wide" "$(xmllint --xpath 'string(/*/@width)' $view.svg | awk '
    /mm$/ { print ($1 + 0 > 159.9 && $1 + 0 < 160.1) } /pt$|^[0-9.]+$/ { print ($1 + 0 > 453 && $1 + 0 < 454.2) }')" 1
  ok "$view as PDF" "$cli" export --view $view -o $view.pdf --width 160mm --height 90mm "$demo"
  is "$view.pdf is one page of 160 by 90 mm" \
    "$(pdfinfo $view.pdf | awk '/^Pages/ { n = $2 } /^Page size/ { w = $3; h = $5 }
      END { print n, (w > 453 && w < 454.2), (h > 254.6 && h < 255.6) }')" "1 1 1"
  ok "$view as PNG" "$cli" export --view $view -o $view.png --width 160mm --height 90mm "$demo"
  is "$view.png is a PNG" "$(head -c 8 $view.png | od -An -tx1 | tr -d ' ')" 89504e470d0a1a0a
done

is "the PDF holds text" "$(pdftotext matrix.pdf - | grep -cE '[0-9]' | awk '{ print ($1 > 3) }')" 1
is "the same figure twice is the same file" \
  "$("$cli" export --view events -o again.svg --width 160mm --height 90mm "$demo" && cmp events.svg again.svg && echo same)" same
ok "a part of the run" "$cli" export --view events --from 0.01 --to 0.02 -o part.svg "$demo"
is "shows something else than the whole" "$(cmp -s part.svg events.svg || echo different)" different
ok "some processes" "$cli" export --view events --process 0-3 -o some.svg "$demo"

refused 2 "a view that does not exist" "$cli" export --view pie -o pie.svg "$demo"
refused 2 "a size that is none" "$cli" export --view events --width wide -o x.svg "$demo"
refused 2 "no output file" "$cli" export --view events "$demo"
refused 1 "a folder that does not exist" "$cli" export --view events -o nowhere/x.svg "$demo"
refused 2 "a figure larger than a house" "$cli" export --view events -o huge.png --width 100000m --height 100000m "$demo"
refused 2 "a picture larger than memory" "$cli" export --view events -o huge.png --width 2000mm --height 2000mm --resolution 1200 "$demo"
is "and no file is left of it" "$(ls huge.png 2>/dev/null)" ""
done_testing
