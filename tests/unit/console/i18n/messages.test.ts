import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import declared from '../../../../resources.config';
import type { Locale } from '../../../../src/config';
import { languages, type MessageTree } from '../../../../src/console/i18n';
import { loadConsoleMessages } from '../../../../src/console/i18n/provider';

/** Returns every message by its dotted key. */
const flat = (tree: MessageTree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[path + key, value] as [string, string]]
      : flat(value, `${path}${key}.`),
  );

const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g))].sort();

const missing = (from: Map<string, string>, to: Map<string, string>) =>
  [...from.keys()].filter((key) => !to.has(key));

/** Key of the old Chinese package that react-admin no longer has. */
const OBSOLETE = ['ra.navigation.prev'];

/** Literal keys in the source, without react-admin's own. */
const askedFor = ['src/console', 'src/fields']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\b(?:translate|notify)\(\s*'([a-z][\w]*(?:\.\w+)+)'/g),
  ])
  .map(([, key]) => key as string);

const loaders: [string, (locale: Locale) => Promise<MessageTree>][] = [
  ['the console', (locale) => loadConsoleMessages(locale, declared)],
  ['the login page', (locale) => languages[locale].login()],
];

it('each key in the source has a message', async () => {
  const keys = new Set<string>();
  for (const [, load] of loaders) for (const [key] of flat(await load('en'))) keys.add(key);
  expect(askedFor.length).toBeGreaterThan(300);
  expect(askedFor.filter((key) => !keys.has(key))).toEqual([]);
});

describe.each(loaders)('the messages of %s', (_, load) => {
  let en: Map<string, string>;
  let zh: Map<string, string>;

  beforeAll(async () => {
    en = new Map(flat(await load('en')));
    zh = new Map(flat(await load('zh')));
  });

  it('exist in both languages', () => {
    expect(en.size).toBeGreaterThan(20);
    expect(missing(en, zh)).toEqual([]);
    expect(missing(zh, en).filter((key) => !OBSOLETE.includes(key))).toEqual([]);
  });

  it('are not empty', () => {
    const empty = [...en, ...zh].filter(([, text]) => text === '');
    expect(empty).toEqual([]);
  });

  it('take the same arguments', () => {
    const foreign = [...zh].flatMap(([key, text]) => {
      const names = placeholders(en.get(key) ?? text);
      return placeholders(text)
        .filter((name) => !names.includes(name))
        .map((name) => `${key} ${name}`);
    });
    expect(foreign).toEqual([]);
  });

  it('use every argument of ours in both languages', () => {
    const incomplete = [...en]
      .filter(([key, text]) => {
        // Chinese has no plural, so a count that only chooses the form may be left out.
        const needed = placeholders(text).filter((name) => name !== '%{smart_count}');
        return !key.startsWith('ra.') && needed.some((name) => !zh.get(key)?.includes(name));
      })
      .map(([key]) => key);
    expect(incomplete).toEqual([]);
  });

  it('have one form in Chinese, without a plural bar', () => {
    const barred = [...zh].filter(([, text]) => text.includes('||||')).map(([key]) => key);
    expect(barred).toEqual([]);
  });
});
