/** Titles pasted as a list: separated by commas, semicolons, blanks or lines; each once. */
export const pastedTitles = (text: string): string[] => [
  ...new Set(text.split(/[\s,;，；、]+/).filter((title) => title !== '')),
];
