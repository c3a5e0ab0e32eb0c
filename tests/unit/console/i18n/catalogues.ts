import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { languages, type MessageTree } from '../../../../src/console/i18n';

/** Text in both languages, and where it is declared. */
export interface Text {
  readonly place: string;
  readonly key: string;
  readonly en: string;
  readonly zh: string;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const HAN = /\p{Script=Han}/u;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Returns the text of a literal, with `%{x}` for what a template fills in; undefined for other expressions. */
const literalOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as readonly { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join('%{x}');
};

const nameOf = (key: unknown) => (isNode(key) ? String(key.name ?? key.value ?? '') : '');

/**
 * Words by which operators search, which hold synonyms on purpose, and the documentation of a kind. No screen shows
 * them.
 */
const UNSEEN = new Set(['synonyms', 'description']);

/** Returns the `[English, 中文]` labels in a syntax tree, also those of rows of choices. */
const labelsIn = (value: unknown, place: string, path: readonly string[] = []): Text[] => {
  if (Array.isArray(value)) return value.flatMap((each) => labelsIn(each, place, path));
  if (!isNode(value)) return [];
  const isProperty = value.type === 'Property';
  const name = isProperty
    ? nameOf(value.key)
    : value.type === 'VariableDeclarator'
      ? nameOf(value.id)
      : '';
  if (UNSEEN.has(name)) return [];
  const here = name ? [...path, name] : path;
  if (value.type === 'ArrayExpression') {
    const elements = value.elements as readonly unknown[];
    const [en, zh] = elements.slice(-2).map(literalOf);
    const isLabel = elements.length === 2 || elements.length === 3;
    if (isLabel && en !== undefined && zh !== undefined && !HAN.test(en) && HAN.test(zh)) {
      return [{ place, key: here.join('.'), en, zh }];
    }
  }
  return Object.values(value).flatMap((each) => labelsIn(each, place, here));
};

/** Source without texts of screens: history of the database, translations that users type, documentation of options. */
const NOT_SHOWN = /server\/db\/migrations|search\/views|fields\/description/;

const labelsOf = (...folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      folder.endsWith('.ts')
        ? [folder]
        : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
            join(folder, file),
          ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !NOT_SHOWN.test(file))
    .flatMap((file) => labelsIn(parseSync(file, readFileSync(file, 'utf8')).program, file));

const flat = (tree: MessageTree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : flat(value, `${path}${key}.`),
  );

/** Messages of the console and its sign-in page, without those of react-admin. */
const messages = async (): Promise<Text[]> => {
  const [en, zh] = await Promise.all(
    (['en', 'zh'] as const).map(async (locale) => {
      const { ra: _, ...own } = await languages[locale].console();
      return new Map([...flat(own), ...flat(await languages[locale].login())]);
    }),
  );
  return [...(en ?? [])].map(([key, text]) => ({
    place: 'src/console/i18n',
    key,
    en: text,
    zh: zh?.get(key) ?? '',
  }));
};

/** Every text of the product by catalogue. */
export const catalogues: Readonly<Record<string, readonly Text[]>> = {
  console: await messages(),
  'labels of the console': labelsOf('src/console', 'src/fields').filter(
    ({ place }) => !place.startsWith('src/console/i18n/en'),
  ),
  'labels of the resources': labelsOf(
    'resources.config.ts',
    'src/resources',
    'src/config',
    'src/domain',
  ),
  server: labelsOf('src/server', 'src/protocol'),
};
