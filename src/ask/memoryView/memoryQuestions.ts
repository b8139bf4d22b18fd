// What the page of the memory view asks, by name.
import { memoryQuestion } from './contents';

export const memoryQuestions = { memory: memoryQuestion };

/** The questions as the page knows them. */
export type MemoryQuestions = typeof memoryQuestions;
