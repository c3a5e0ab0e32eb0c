/** Returns the texts without those that are empty or part of another: a place may name its geofence. */
export const distinctTexts = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter(
    (text, i, all) => text !== '' && !all.some((other, j) => i !== j && other.includes(text)),
  );
