/** Toneless syllables of a text, one for each character; a character that is not Chinese is its own syllable. */
export type SyllablesOf = (text: string) => readonly string[];

/** One step of a title and how it sounds; without pinyin it has no syllables. */
export interface Segment {
  readonly text: string;
  readonly syllables: readonly string[];
}

export const segmentOf = (text: string, syllablesOf?: SyllablesOf): Segment => ({
  text,
  syllables: syllablesOf?.(text) ?? [],
});

/** `jueseguanli` of 角色管理; empty without pinyin. */
export const fullPinyin = ({ syllables }: Segment): string => syllables.join('').toLowerCase();

/** `jsgl` of 角色管理; empty without pinyin. */
export const initials = ({ syllables }: Segment): string =>
  syllables
    .map(([first]) => first)
    .join('')
    .toLowerCase();
