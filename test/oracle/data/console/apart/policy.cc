#include "apart.h"

class apart::Policy {
public:
  int weight = 7;
};

apart::Policy policy;

apart::Sink::~Sink () { policy.weight++; }

int apart::feed (Sink &sink, int value) { return sink.put (value); }

int apart::weigh (const Policy *given) { return given ? given->weight : policy.weight; }
