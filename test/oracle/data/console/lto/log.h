struct entry
{
  int number;
  const char *text;
};
int report(int number, const char *text);
