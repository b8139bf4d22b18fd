#include "apart.h"

class apart::Policy {
public:
  int weight = 7;
};

apart::Policy policy;

apart::Sink::~Sink () { policy.weight++; }

apart::Group::Group (int given) : size (given) { policy.weight--; }

apart::Group::Group (int given, bool counted) : size (given) { policy.weight += counted; }

int apart::feed (Sink &sink, int value) { return sink.put (value); }

int apart::weigh (const Policy *given) { return given ? given->weight : policy.weight; }
