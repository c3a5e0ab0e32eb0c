import type { SyllablesOf } from './spelling';

/** Loads the pinyin of all characters, which is large: only for those who read Chinese. */
export const loadSyllables = async (): Promise<SyllablesOf> => {
  const { pinyin } = await import('pinyin-pro');
  // `v` for ü, as keyboards have it.
  return (text) => pinyin(text, { toneType: 'none', type: 'array', v: true });
};
