import { describe, expect, it } from 'vitest';
import { kinds } from '../../../src/fields';
import { type DeclaredOption, optionsOfKinds, optionsOfType } from './declaredOptions';
import { anchorsOf, examplesIn, type Part, partsOf } from './page';

const PAGE = 'docs/configuration.md';
const parts = partsOf(PAGE);

/** Sections of docs/configuration.md by the type whose options they describe. */
const SECTIONS = {
  FieldOptions: 'Options of every field',
  Entity: 'Entities',
  PresetView: 'Preset views',
  Related: 'Related records',
  TimelineSource: 'Timelines',
  DetailPanel: 'Panel beside the list',
  EntitySlots: 'Own components',
  FieldSlots: 'Own components',
  Operation: 'Commands and actions',
  Report: 'Reports',
  ConsoleOptions: 'The console',
} as const;

/** Declarations that an option of the console has, with its entry. */
const PARTS_OF_THE_CONSOLE = [
  ['MenuSeed', 'menus'],
  ['LazyPage', 'pages'],
  ['DetailTab', 'tabs'],
] as const;

/** Arguments of `entity`, `report` and the operations, not options. */
const ARGUMENTS = ['name', 'label'];

const isNamed = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);

/** True if the part has an item for the option, and an example with it. */
const describesInList = ({ body }: Part, name: string): boolean =>
  new RegExp(`^- (?:\`\\w+\`, )*\`${name}\``, 'm').test(body) &&
  examplesIn(body).some((code) => isNamed(code, name));

/** True if the part is the entry of the option, has an example with it, and names the members of its value. */
const describes = ({ heading, body }: Part, { name, members }: DeclaredOption): boolean =>
  heading === `\`${name}\`` &&
  examplesIn(body).some((code) => isNamed(code, name)) &&
  members.every((member) => isNamed(body, member));

const undescribed = (section: string, options: readonly DeclaredOption[]): string[] =>
  options
    .filter(
      (option) =>
        !parts
          .filter((part) => part.section === section)
          .some((part) => describes(part, option) || describesInList(part, option.name)),
    )
    .map(({ name, members }) => [name, ...members].join(' '));

describe('docs/configuration.md', () => {
  it.each(Object.entries(SECTIONS))(
    'has an entry and an example for each option of %s',
    (type, section) => {
      const options = optionsOfType(type, Object.keys(SECTIONS));
      expect(options.length).toBeGreaterThan(3);
      const isArgument = ['Entity', 'Report', 'Operation'].includes(type);
      expect(
        undescribed(
          section,
          options.filter(({ name }) => !isArgument || !ARGUMENTS.includes(name)),
        ),
      ).toEqual([]);
    },
  );

  it.each(PARTS_OF_THE_CONSOLE)('names each member of %s in the entry of %s', (type, entry) => {
    const body = parts.find(
      ({ section, heading }) => section === 'The console' && heading === `\`${entry}\``,
    )?.body;
    const names = optionsOfType(type, []).map(({ name }) => name);
    expect(names.filter((name) => !body?.includes(`\`${name}\``))).toEqual([]);
  });

  it('has an entry and an example for each kind, and for no other', () => {
    const entries = parts.filter(
      ({ section, level }) => section === 'Kinds of field' && level === 3,
    );
    const names = entries.map(({ heading }) => heading.replaceAll('`', ''));
    expect([...names].sort()).toEqual([...kinds].sort());
    expect(
      names.filter(
        (name, i) =>
          !examplesIn(entries[i]?.body ?? '').some((code) => code.includes(`f.${name}(`)),
      ),
    ).toEqual([]);
  });

  it.each([...optionsOfKinds()])(
    'has an entry and an example for each option of %s',
    (kind, options) => {
      const section = 'Options of some kinds';
      expect(undescribed(section, options)).toEqual([]);
      const entries = parts.filter((part) => part.section === section);
      const [entry] = parts.filter(({ heading }) => heading === `\`${kind}\``);
      for (const { name } of options) {
        expect(entries.find(({ heading }) => heading === `\`${name}\``)?.body).toContain(
          `\`${kind}\``,
        );
        expect(entry?.body).toContain(`[\`${name}\`](#`);
      }
    },
  );

  it('describes no option that does not exist', () => {
    const declared = [
      ...kinds,
      ...[...optionsOfKinds().values()].flat().map(({ name }) => name),
      ...Object.keys(SECTIONS).flatMap((type) => optionsOfType(type, []).map(({ name }) => name)),
    ];
    const entries = parts.flatMap(({ heading }) => /^`(\w+)`$/.exec(heading)?.[1] ?? []);
    expect(entries.filter((name) => !declared.includes(name))).toEqual([]);
  });

  it('orders the options of each section by name', () => {
    for (const section of ['Kinds of field', 'Options of some kinds', ...Object.values(SECTIONS)]) {
      const names = parts
        .filter((part) => part.section === section && part.level === 3)
        .map(({ heading }) => heading.toLowerCase());
      expect(names).toEqual([...names].sort());
    }
  });

  it('lists its sections and options at the top, each with a link', () => {
    const anchors = anchorsOf(PAGE);
    const entries = parts.map(({ heading, level }, i) => ({ heading, level, anchor: anchors[i] }));
    const expected = entries
      .filter(({ level }) => level > 1)
      .map(({ heading, anchor }) => `[${heading}](#${anchor})`);
    const links = parts[0]?.body.match(/\[[^\]]+\]\(#[^)]+\)/g) ?? [];
    expect(links).toEqual(expected);
  });
});
