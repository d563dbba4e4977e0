/* page-style.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the page of refrain-cli report looks: light and dark as the reader has it, white on paper.
 */
#pragma once

#define PAGE_STYLE                                                                                 \
  ":root{color-scheme:light dark;--back:#ffffff;--text:#1f2328;--dim:#59636e;--line:#d1d9e0;"      \
  "--card:#f6f8fa;--mark:#0b57d0}\n"                                                               \
  "@media screen and (prefers-color-scheme:dark){:root{--back:#1d1d20;--text:#e8e8ea;"             \
  "--dim:#a4a9b0;--line:#3d4148;--card:#28292d;--mark:#8ab4f8}}\n"                                 \
  "*{box-sizing:border-box}\n"                                                                     \
  "body{margin:0 auto;padding:1.5rem;max-width:62rem;background:var(--back);color:var(--text);"    \
  "font:16px/1.5 system-ui,-apple-system,\"Segoe UI\",Cantarell,sans-serif}\n"                     \
  "h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}\n"                                       \
  "h2{font-size:1.25rem;margin:2.2rem 0 .6rem;padding-top:.6rem;"                                  \
  "border-top:1px solid var(--line)}\n"                                                            \
  "h3{font-size:1rem;margin:1.2rem 0 .4rem}\n"                                                     \
  "p{margin:.35rem 0;overflow-wrap:anywhere}\n"                                                    \
  "a{color:var(--mark)}\n"                                                                         \
  ".dim,figcaption{color:var(--dim);font-size:.9rem}\n"                                            \
  "nav a{margin-right:.9rem;white-space:nowrap}\n"                                                 \
  ".wide{overflow-x:auto;margin:.6rem 0}\n"                                                                       \
  "table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}\n"           \
  "th,td{padding:.15rem .7rem .15rem 0;text-align:left;vertical-align:top}\n"                      \
  "th{font-weight:600;color:var(--dim)}\n"                                                         \
  "tbody tr,.wide tr{border-bottom:1px solid var(--line)}\n"                                       \
  ".number{text-align:right;white-space:nowrap}\n"                                                 \
  "pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.7rem;"       \
  "white-space:pre-wrap;overflow-wrap:anywhere;font-size:.82rem;line-height:1.35}\n"               \
  "figure{margin:1rem 0}\n"                                                                        \
  "figure svg{display:block;max-width:100%;height:auto;border:1px solid var(--line);"                  \
  "border-radius:6px}\n"                                                                           \
  "figure .dark{display:none}\n"                                                                   \
  "@media screen and (prefers-color-scheme:dark){figure .dark{display:block}"                      \
  "figure .light{display:none}}\n"                                                                 \
  "@media print{body{padding:0;max-width:none;font-size:10pt}nav{display:none}"                    \
  "h2,h3{break-after:avoid}figure,tr{break-inside:avoid}"                                          \
  ".wide{overflow:visible}}\n"
