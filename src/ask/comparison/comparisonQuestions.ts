// What the page that compares two traces asks, by name.
import { comparedBefore, comparePair } from './compare';
import { compareFramePair } from './pairedValues';
import { series } from './series';

export const comparisonQuestions = {
  compare: comparePair,
  compared: comparedBefore,
  pairedValues: compareFramePair,
  series,
};

/** The questions as the page knows them. */
export type ComparisonQuestions = typeof comparisonQuestions;
