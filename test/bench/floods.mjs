// Measures how long a target that never comes to an end is borne, with the timeouts of the product.
//
//     node test/bench/floods.mjs
//
// Prints the rows of SECURITY.md's table: the flood, seconds until the target is left, frames that are kept.
import { core } from './core.mjs';
import { figure } from './figures.mjs';

const { floods, hold } = await core({
  '../test/unit/remote/client/floods': ['floods', 'hold'],
});

for (const flood of floods) {
  const { said, kept, seconds } = await hold(flood);
  if (!flood.said.test(said) || kept !== flood.kept) {
    console.error(`${flood.name}: ${kept} frames, “${said}”`);
    process.exitCode = 1;
  }
  figure(`${flood.name}, ${kept} frames kept`, seconds, 's');
}
