import type { MessageTree } from './plainTranslate';

/** One tree over another; what the upper one says counts. */
export const deepMerge = (lower: MessageTree, upper: MessageTree): MessageTree => {
  const merged: Record<string, string | MessageTree> = { ...lower };
  for (const [key, over] of Object.entries(upper)) {
    const under = merged[key];
    merged[key] =
      typeof over === 'object' && typeof under === 'object' ? deepMerge(under, over) : over;
  }
  return merged;
};
