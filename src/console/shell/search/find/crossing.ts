/** What is searched of one entry, in lower case. */
export interface Spellings {
  /** The steps of the title in each way of writing them: the words, their pinyin, its initials. */
  readonly ways: readonly (readonly string[])[];
  readonly codes: readonly string[];
}

/** The shortest beginning of a query that may stand for a group. */
const GROUP = 2;

const words = (query: string): string[] => query.split(/[\s>]+/).filter((word) => word !== '');

/** `系统角色` as 系统 and 角色: the beginning of one step and that of a later one. */
const cutOf = (query: string, ways: Spellings['ways']): string[] | undefined => {
  const cuts = Array.from({ length: query.length - GROUP }, (_, i) => i + GROUP);
  for (const at of cuts) {
    const [group, page] = [query.slice(0, at), query.slice(at)];
    const crosses = (way: readonly string[]) =>
      way.some(
        (step, i) =>
          step.startsWith(group) && way.slice(i + 1).some((later) => later.startsWith(page)),
      );
    if (ways.some(crosses)) return [group, page];
  }
  return undefined;
};

/**
 * The terms under which a query finds an entry across the steps of its title: several words in any order, or one that
 * runs on from a group into its page. Undefined when it does not. @param query in lower case
 */
export const crossingTerms = (query: string, { ways, codes }: Spellings): string[] | undefined => {
  const terms = words(query);
  if (terms.length > 1) {
    const texts = [...ways.flat(), ...codes];
    return terms.every((term) => texts.some((text) => text.includes(term))) ? terms : undefined;
  }
  return query.length > GROUP ? cutOf(query, ways) : undefined;
};
