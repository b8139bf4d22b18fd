/* Searches a text with regular expressions. */
#include <stdio.h>
#include <string.h>
#include "oniguruma.h"

static const char *patterns[] = {
    "(?<year>\\d{4})-(?<month>\\d\\d)(?:-(?<day>\\d\\d))?",
    "\\b(\\w)(\\w)\\w?\\2\\1\\b",
    "(?i:queue|stack)s?(?=\\s+of)",
    "[^\\s,;]+@(?:[a-z]+\\.)+[a-z]{2,}",
    "(?<tree>\\((?:[^()]|\\g<tree>)*\\))",
    "a{2,1}(",
};

static const char text[] =
    "On 2024-05-17 a Queue of nodes, a level noon kayak; stacks of ada@example.org and (a (b) ((c) d)) since 1999-12.";

static int printName(const UChar *name, const UChar *end, int count, int *groups, regex_t *regex, void *arg) {
  OnigRegion *region = arg;
  int group = onig_name_to_backref_number(regex, name, end, region);
  printf("  %.*s: %d..%d\n", (int)(end - name), name, region->beg[group], region->end[group]);
  return count == 0 && groups == NULL;
}

static int search(const char *pattern, const UChar *subject, size_t length) {
  regex_t *regex;
  OnigErrorInfo info;
  const UChar *end = (const UChar *)pattern + strlen(pattern);
  int code = onig_new(&regex, (const UChar *)pattern, end, ONIG_OPTION_DEFAULT, ONIG_ENCODING_UTF8,
                      ONIG_SYNTAX_RUBY, &info);
  if (code != ONIG_NORMAL) {
    UChar message[ONIG_MAX_ERROR_MESSAGE_LEN];
    onig_error_code_to_str(message, code, &info);
    printf("%s: %s\n", pattern, message);
    return 0;
  }
  OnigRegion *region = onig_region_new();
  int found = 0;
  for (const UChar *from = subject; from < subject + length; found++) {
    int at = onig_search(regex, subject, subject + length, from, subject + length, region, ONIG_OPTION_NONE);
    if (at < 0) break;
    printf("%s: %.*s\n", pattern, region->end[0] - at, subject + at);
    onig_foreach_name(regex, printName, region);
    from = subject + region->end[0] + (region->end[0] == at);
  }
  onig_region_free(region, 1);
  onig_free(regex);
  return found;
}

int main(void) {
  int found = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    found += search(patterns[i], (const UChar *)text, sizeof text - 1);
  }
  printf("%d found\n", found);
  return onig_end();
}
