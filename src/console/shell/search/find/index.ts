export { createFinder, type Finder, type Found } from './createFinder';
export type { Findable } from './entry';
export { loadSyllables } from './loadSyllables';
export { type MarkedText, markIn, pieces } from './marks';
export type { SyllablesOf } from './spelling';
