import { kindDescriptions } from '../../../src/fields/declaration';
import { fieldOptions } from '../../../src/fields/description';
import { type Part, partsOf } from './page';

const WIDTH = 120;

const wrapped = (text: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines.join('\n');
};

const kinds = Object.entries(kindDescriptions).flatMap(([kind, description]) =>
  description ? [{ kind, ...description }] : [],
);

/** Anchor of an option, which follows the kinds on the page: one with the name of a kind gets a number. */
const anchorOf = (option: string): string =>
  option.toLowerCase() + (kinds.some(({ kind }) => kind === option) ? '-1' : '');

const byName = (one: string, other: string) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);

const listed = (names: readonly string[], last = ', '): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(last);

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

type Entries = Readonly<Record<string, { readonly text: string; readonly example?: string }>>;

const kindEntries: Entries = Object.fromEntries(
  kinds.map(({ kind, text: [text], options = {}, example }) => {
    const links = Object.keys(options)
      .sort(byName)
      .map((option) => `[\`${option}\`](#${anchorOf(option)})`);
    const label = links.length > 1 ? 'Options' : 'Option';
    return [
      kind,
      { text: links.length > 0 ? `${text} ${label}: ${listed(links)}.` : text, example },
    ];
  }),
);

/** Text of an option that several kinds may have, with the kinds that each sentence is about. */
const optionText = (option: string): string => {
  const kindsByText = new Map<string, string[]>();
  for (const { kind, options = {} } of kinds) {
    const [text] = options[option]?.text ?? [];
    if (text) kindsByText.set(text, [...(kindsByText.get(text) ?? []), `\`${kind}\``]);
  }
  return [...kindsByText]
    .map(([text, names]) => `Of ${listed(names, ' and ')}: ${uncapitalised(text)}`)
    .join(' ');
};

const optionEntries: Entries = Object.fromEntries(
  kinds
    .flatMap(({ options = {} }) => Object.keys(options))
    .map((option) => [option, { text: optionText(option) }]),
);

/** Entries by section. */
const REFERENCE: Readonly<Record<string, Entries>> = {
  'Kinds of field': kindEntries,
  'Options of every field': Object.fromEntries(
    Object.entries(fieldOptions).map(([option, { text }]) => [option, { text: text[0] }]),
  ),
  'Options of some kinds': optionEntries,
};

/** Rewrites the text of an entry, and the example of a kind. Other examples and what follows them stay as they are. */
const entryText = (name: string, { text, example }: Entries[string], body = '\n'): string => {
  const [, examples = '', rest = ''] = /^[\s\S]*?(\n```[\s\S]*?\n```\n)([\s\S]*)$/.exec(body) ?? [];
  const code = example === undefined ? examples : `\n\`\`\`ts\n${example}\n\`\`\`\n`;
  return `### \`${name}\`\n\n${wrapped(text)}\n${code}${rest || '\n'}`;
};

const markdownOf = ({ level, heading, body }: Part): string =>
  `${'#'.repeat(level)} ${heading}\n${body}`;

/** Returns a page with its reference of kinds and of their options as they describe themselves. */
export const withReference = (path: string): string => {
  const parts = partsOf(path);
  return parts
    .filter(({ section, level }) => level < 3 || !REFERENCE[section])
    .map((part) => {
      const entries = part.level === 2 && REFERENCE[part.section];
      if (!entries) return markdownOf(part);
      const bodyOf = (name: string) =>
        parts.find(({ section, heading }) => section === part.section && heading === `\`${name}\``)
          ?.body;
      const names = Object.keys(entries).sort(byName);
      return [
        markdownOf(part),
        ...names.map((name) => entryText(name, entries[name] as Entries[string], bodyOf(name))),
      ].join('');
    })
    .join('');
};
