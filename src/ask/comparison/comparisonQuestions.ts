// What the page that compares two traces asks, by name.
import { comparedBefore, comparePair } from './compare';
import { pairedValues } from './pairedValues';
import { series } from './series';

export const comparisonQuestions = {
  compare: comparePair,
  compared: comparedBefore,
  pairedValues,
  series,
};

/** The questions as the page knows them. */
export type ComparisonQuestions = typeof comparisonQuestions;
