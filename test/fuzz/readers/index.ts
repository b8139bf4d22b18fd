// All readers that are fuzzed.
import type { Reader } from '../reader';
import { formatReaders } from './format';
import { messageReaders } from './messages';
import { remoteReaders } from './remote';
import { symbolReaders } from './symbols';
import { wordReaders } from './words';

export const readers: readonly Reader[] = [
  ...formatReaders,
  ...symbolReaders,
  ...wordReaders,
  ...remoteReaders,
  ...messageReaders,
];
