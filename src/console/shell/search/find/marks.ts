import type { Segment } from './spelling';

/** A part of a text that a query matched: from, to (exclusive). */
export type Mark = readonly [start: number, end: number];

/** A text and which parts of it a query matched. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** Fewer letters in a row are a coincidence of fuzzy matching. */
const RUN = 2;

/** Where a text contains a term. @param term in lower case */
export const markIn = (text: string, term: string): Mark[] => {
  const at = text.toLowerCase().indexOf(term);
  return at < 0 || term === '' ? [] : [[at, at + term.length]];
};

/** The characters whose sounds contain a term; `part` says what of a syllable is typed. */
const markSpoken = ({ text, syllables }: Segment, term: string, part: (s: string) => string) => {
  const sounds = syllables.map(part);
  const at = sounds.join('').toLowerCase().indexOf(term);
  if (at < 0 || term === '') return [];
  const ends = sounds.map((_, i) => sounds.slice(0, i + 1).join('').length);
  const first = ends.findIndex((end) => end > at);
  const last = ends.findIndex((end) => end >= at + term.length);
  const characters = Array.from(text);
  const lengthOf = (count: number) => characters.slice(0, count).join('').length;
  return [[lengthOf(first), lengthOf(last + 1)]] satisfies Mark[];
};

/** Where a term is in a title, as it is written, spoken or abbreviated: `juese` and `js` both mark 角色. */
export const marksOf = (segment: Segment, term: string): Mark[] => {
  const written = markIn(segment.text, term);
  if (written.length > 0) return written;
  const spoken = markSpoken(segment, term, (syllable) => syllable);
  return spoken.length > 0 ? spoken : markSpoken(segment, term, ([first = '']) => first);
};

/** What fuzzy matching took for the query, as fuse.js tells it (ends are inclusive). */
export const fuzzyMarks = (indices: readonly (readonly [number, number])[]): Mark[] =>
  indices.map(([from, to]): Mark => [from, to + 1]).filter(([from, to]) => to - from >= RUN);

interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** A text in pieces, those that are marked and those between. */
export const pieces = ({ text, marks }: MarkedText): Piece[] => {
  const cut: Piece[] = [];
  let done = 0;
  for (const [start, end] of [...marks].sort(([a], [b]) => a - b)) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    cut.push({ text: text.slice(done, from), marked: false });
    cut.push({ text: text.slice(from, end), marked: true });
    done = end;
  }
  cut.push({ text: text.slice(done), marked: false });
  return cut.filter((piece) => piece.text !== '');
};
