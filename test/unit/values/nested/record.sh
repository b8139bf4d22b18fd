#!/bin/sh
# The program of nested.test.ts, as clang 14 of Debian 12 makes it.
cd "$(dirname "$0")" && clang++ -g -gdwarf-4 -fdebug-types-section -no-pie -fdebug-prefix-map="$PWD=." nested.cpp -o nested
