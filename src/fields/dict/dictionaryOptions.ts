import type { Locale } from '../../domain/label';

/** An item of a dictionary as a row of the entity `dictItem`. */
export interface DictItem {
  readonly item_code: string;
  readonly item_text: string;
  readonly item_text_zh?: string | null;
  readonly sort?: number | null;
}

/** Items without a place come after those that have one. */
const placeOf = ({ sort }: DictItem) => sort ?? Number.POSITIVE_INFINITY;

const inOrder = (one: DictItem, other: DictItem): number => {
  const [a, b] = [placeOf(one), placeOf(other)];
  if (a !== b) return a < b ? -1 : 1;
  return one.item_code < other.item_code ? -1 : 1;
};

/** What can be chosen of a dictionary, in its order; Chinese readers see the Chinese text where there is one. */
export const dictionaryOptions = (items: readonly DictItem[], locale: Locale) =>
  [...items].sort(inOrder).map(({ item_code, item_text, item_text_zh }) => ({
    value: String(item_code),
    label: String((locale === 'zh' && item_text_zh) || item_text),
  }));
