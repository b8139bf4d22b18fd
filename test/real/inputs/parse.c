/* Parses C, edits it, parses it again, and asks for its functions. */
#include <stdio.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_c(void);

static const char before[] =
    "struct node { struct node *next; int value; };\n"
    "static int sum(const struct node *list, int (*weigh)(int)) {\n"
    "  int total = 0;\n"
    "  for (; list; list = list->next) total += weigh ? weigh(list->value) : 1;\n"
    "  return total << 1;\n"
    "}\n"
    "int main(void) { return sum(0, 0); }\n";

static const char query[] =
    "(function_definition declarator: (function_declarator declarator: (identifier) @name))"
    "(call_expression function: (identifier) @called)";

static void printMatches(const TSLanguage *language, TSNode root, const char *text) {
  uint32_t at;
  TSQueryError error;
  TSQuery *functions = ts_query_new(language, query, sizeof query - 1, &at, &error);
  TSQueryCursor *cursor = ts_query_cursor_new();
  TSQueryMatch match;
  ts_query_cursor_exec(cursor, functions, root);
  while (ts_query_cursor_next_match(cursor, &match)) {
    TSNode node = match.captures[0].node;
    uint32_t start = ts_node_start_byte(node);
    printf("%u %.*s\n", match.pattern_index, (int)(ts_node_end_byte(node) - start), text + start);
  }
  ts_query_cursor_delete(cursor);
  ts_query_delete(functions);
}

static int depth(TSTreeCursor *cursor) {
  int most = 0;
  if (!ts_tree_cursor_goto_first_child(cursor)) return 1;
  do {
    int here = depth(cursor);
    if (here > most) most = here;
  } while (ts_tree_cursor_goto_next_sibling(cursor));
  ts_tree_cursor_goto_parent(cursor);
  return most + 1;
}

int main(void) {
  TSParser *parser = ts_parser_new();
  const TSLanguage *language = tree_sitter_c();
  ts_parser_set_language(parser, language);
  TSTree *tree = ts_parser_parse_string(parser, NULL, before, sizeof before - 1);
  printMatches(language, ts_tree_root_node(tree), before);

  char after[sizeof before + 1];
  uint32_t at = (uint32_t)(strstr(before, "total << 1") - before);
  snprintf(after, sizeof after, "%.*s(%s", (int)at, before, before + at);
  TSPoint point = {4, 9}, next = {4, 10};
  TSInputEdit edit = {at, at, at + 1, point, point, next};
  ts_tree_edit(tree, &edit);
  TSTree *edited = ts_parser_parse_string(parser, tree, after, (uint32_t)strlen(after));
  TSNode root = ts_tree_root_node(edited);
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  printf("depth %d%s\n", depth(&cursor), ts_node_has_error(root) ? ", with an error" : "");
  ts_tree_cursor_delete(&cursor);
  ts_tree_delete(edited);
  ts_tree_delete(tree);
  ts_parser_delete(parser);
  return 0;
}
