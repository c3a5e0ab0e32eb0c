/** As many as are told apart at a glance. */
const KEPT = 8;

/** The codes of pages opened lately, the newest first, with one more. */
export const withOpened = (recent: readonly string[], code: string): readonly string[] =>
  recent[0] === code ? recent : [code, ...recent.filter((each) => each !== code)].slice(0, KEPT);
