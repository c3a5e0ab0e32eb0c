import { readFileSync } from 'node:fs';

/** Part of a document under one heading, up to the next heading of any level. */
export interface Part {
  /** Heading of level 2 that contains the part. */
  readonly section: string;
  readonly heading: string;
  readonly level: number;
  readonly body: string;
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

/** Returns the headings of a document, in order. Lines of code are none. */
const headingsOf = (markdown: string): { level: number; heading: string }[] =>
  [...withoutCode(markdown).matchAll(/^(#+) (.+)$/gm)].map(([, marks = '', heading = '']) => ({
    level: marks.length,
    heading,
  }));

export const partsOf = (path: string): Part[] => {
  const markdown = readFileSync(path, 'utf8');
  const parts: Part[] = [];
  let rest = markdown;
  let section = '';
  for (const { level, heading } of headingsOf(markdown)) {
    const [before = '', ...after] = rest.split(`${'#'.repeat(level)} ${heading}\n`);
    const last = parts.at(-1);
    if (last) parts[parts.length - 1] = { ...last, body: before };
    rest = after.join(`${'#'.repeat(level)} ${heading}\n`);
    section = level <= 2 ? heading : section;
    parts.push({ section, heading, level, body: rest });
  }
  return parts;
};

/** Returns the anchors of a document's headings, as GitHub makes them: a second one of a name gets a number. */
export const anchorsOf = (path: string): string[] => {
  const counts = new Map<string, number>();
  return headingsOf(readFileSync(path, 'utf8')).map(({ heading }) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
};

/** Returns the blocks of TypeScript in a text. */
export const examplesIn = (markdown: string): string[] =>
  [...markdown.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
