import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ValidationError } from 'yup';
import { type Command, type Fields, locales, unmetConditions } from '../../../src/config';
import { isSecret, ruleText, settingsIn } from '../../../src/fields';
import { recordSchema } from '../../../src/fields/recordSchema';
import { commands } from '../../../src/resources/commands';
import { commandSchedule } from '../../../src/resources/orders';
import { formJson, plainJson } from '../../../src/server/entities/jsonSchema';
import { messageSchemas } from '../../../src/server/fleet/link/messages';

const all: Readonly<Record<string, Command>> = commands;

/** Returns the errors of arguments in both languages; none if they are accepted. */
const complaints = (code: string, args: object): string[] => {
  const fields: Fields = all[code]?.args ?? {};
  try {
    recordSchema(fields, 'create').validateSync(args, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.errors.flatMap((message) => locales.map((locale) => ruleText(message, locale)));
  }
};

const cards = (count: number) => Array.from({ length: count }, (_, i) => String(20_260_000 + i));

test('each specified command is declared', () => {
  const named =
    `seal unseal unsealPassword unsealEnable autoSeal vibration parkingAlarm timeZone managementMode readSettings
    serverAddress apn bluetoothName bluetoothKey bluetoothSwitch addCards removeCards clearCards readCards
    setChildLocks readChildLocks upgrade restart clearCache factoryReset`.split(/\s+/);
  expect(Object.keys(all)).toEqual(expect.arrayContaining(named));
});

describe('command arguments', () => {
  it.each([
    ['unsealPassword', { password: '12345612' }],
    ['unsealEnable', { enable: 2 }],
    ['autoSeal', { mode: 0 }],
    ['autoSeal', { mode: 5 }],
    ['vibration', { value: 0 }],
    ['vibration', { value: 15 }],
    ['parkingAlarm', { minutes: 0 }],
    ['parkingAlarm', { minutes: 1440 }],
    ['timeZone', { minutes: -210 }],
    ['timeZone', { minutes: 345 }],
    ['managementMode', { mode: 0 }],
    ['serverAddress', { host: '10.0.0.1', port: 65_535 }],
    ['serverAddress', { host: 'seals.example.com', port: 1 }],
    ['apn', { apn: 'iot.1nce.net' }],
    ['apn', { apn: 'cmiot', user: 'a', password: 'b' }],
    ['bluetoothName', { name: 'GATE-0007' }],
    ['bluetoothKey', { key: 'a1B2c3' }],
    ['bluetoothSwitch', { on: false }],
    ['addCards', { cards: cards(32) }],
    ['removeCards', { cards: ['04A1b2c3'] }],
    ['setChildLocks', { locks: [] }],
    ['setChildLocks', { locks: cards(20) }],
    ['restart', {}],
  ])('of %s can be %j', (code, args) => {
    expect(complaints(code, args)).toEqual([]);
  });

  it.each([
    ['unsealPassword', { password: '12345678' }, '8 digits, each from 1 to 6'],
    ['unsealPassword', { password: '1234567' }, '8 digits, each from 1 to 6'],
    ['unsealPassword', { password: 'abcdefgh' }, '8 digits, each from 1 to 6'],
    ['unsealPassword', {}, 'Required'],
    ['unsealEnable', { enable: 0 }, 'Choose one of the options'],
    ['autoSeal', { mode: 6 }, 'Choose one of the options'],
    ['vibration', { value: 16 }, 'Must be 15 or less'],
    ['vibration', { value: 1.5 }, 'Must be a whole number'],
    ['parkingAlarm', { minutes: 1441 }, 'Must be 1440 or less'],
    ['timeZone', { minutes: 481 }, 'Choose one of the options'],
    ['managementMode', { mode: 2 }, 'Choose one of the options'],
    ['serverAddress', { host: 'a b', port: 1 }, 'Enter a host name or an IPv4 address'],
    ['serverAddress', { host: 'http://a.b', port: 1 }, 'Enter a host name or an IPv4 address'],
    ['serverAddress', { host: 'a.b', port: 0 }, 'Must be 1 or more'],
    ['serverAddress', { host: 'a.b', port: 65_536 }, 'Must be 65535 or less'],
    ['apn', { apn: 'a b' }, 'Letters, digits, dots and dashes'],
    ['apn', { apn: 'a', password: 'x'.repeat(33) }, 'Wrong format'],
    ['bluetoothName', { name: '0123456789' }, 'Enter up to 9 characters'],
    ['bluetoothKey', { key: '12345' }, '6 to 8 letters and digits'],
    ['bluetoothSwitch', {}, 'Required'],
    ['addCards', { cards: [] }, 'Required'],
    ['addCards', { cards: cards(33) }, 'Up to 32 allowed'],
    ['addCards', { cards: ['12'] }, '4 to 20 digits or letters A to F'],
    ['addCards', { cards: ['1234', '1234'] }, 'Listed twice'],
    ['setChildLocks', { locks: cards(21) }, 'Up to 20 allowed'],
    [
      'setChildLocks',
      { locks: ['a/b'] },
      'No spaces, no invisible or full-width characters, no +, # or /',
    ],
    [
      'setChildLocks',
      { locks: ['x'.repeat(33)] },
      'No spaces, no invisible or full-width characters, no +, # or /',
    ],
  ])('of %s cannot be %j: %s', (code, args, why) => {
    const [english = '', chinese] = complaints(code, args);
    expect(english).toContain(why);
    expect(chinese).toMatch(/\p{Script=Han}/u);
  });
});

describe('offered commands', () => {
  it('have a group, except those that are buttons', () => {
    const outside = Object.entries(all).filter(([, { group }]) => group === undefined);
    expect(outside.map(([code]) => code)).toEqual(['seal', 'unseal', 'readSettings']);
  });

  it('have verbs as labels, unlike the settings that they change', () => {
    for (const { label, command } of settingsIn(all)) expect(command.label).not.toEqual(label);
  });

  it('ask for confirmation before they open, erase or lock out', () => {
    const asking = Object.values(all).filter(({ danger }) => danger);
    expect(asking.filter(({ confirm }) => confirm === undefined)).toEqual([]);
    expect(unmetConditions(commands.unseal.when, { status: 1 })).toEqual(['status']);
  });
});

const docs = join(import.meta.dirname, '../../../docs');

/** The operator chooses a version by number; the lock gets the data to fetch it. */
const upgradeArgs = {
  properties: {
    firmware: { type: 'integer' },
    version: { type: 'string' },
    url: { type: 'string', format: 'uri' },
    size: { type: ['integer', 'null'] },
    sha256: { type: ['string', 'null'] },
  },
  required: ['firmware', 'version', 'url'],
};

const argsJson = (code: string, { args, constants = {} }: Command) => {
  const { properties, required, ...rest } = formJson(Object.entries(args), plainJson);
  const fixed = Object.entries(constants).map(([name, value]) => [name, { const: value }]);
  const own = {
    properties: { ...(properties as object), ...Object.fromEntries(fixed) },
    required: [...(required as string[]), ...Object.keys(constants)],
  };
  return { ...rest, ...(code === 'upgrade' ? upgradeArgs : own) };
};

test('a schedule has an input for each argument of its commands', () => {
  const { fields, form } = commandSchedule;
  const sendable = fields.cmd.of.map(([code]) => code);
  const inputs = sendable.flatMap((code) =>
    Object.keys(all[code]?.args ?? {}).map((name) => `${code}_${name}`),
  );
  expect(inputs.length).toBeGreaterThan(0);
  expect(inputs.filter((name) => !Object.hasOwn(fields, name))).toEqual([]);
  const drawn = form.flat().map(String);
  expect(inputs.filter((name) => !drawn.includes(name))).toEqual([]);
});

describe('docs/locks.md', async () => {
  const lines = (await readFile(join(docs, 'locks.md'), 'utf8')).split('\n');
  const rowOf = (code: string) =>
    lines
      .find((line) => line.startsWith(`| \`${code}\` |`))
      ?.split('|')
      .map((cell) => cell.trim());

  it.each(Object.entries(all))(
    'describes %s with its arguments and an example',
    (code, command) => {
      const { properties, required } = argsJson(code, command) as {
        readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        readonly required: readonly string[];
      };
      const row = rowOf(code);
      if (!row) throw new Error(`The table of commands in docs/locks.md has no row for ${code}`);
      const [, , , documented = '', example = ''] = row;
      for (const [name, schema] of Object.entries(properties)) {
        expect(documented).toContain(`\`${name}\``);
        const { minimum, maximum, maxLength, maxItems, const: fixed } = schema;
        const values = Array.isArray(schema.enum) ? schema.enum : [];
        for (const value of [minimum, maximum, maxLength, maxItems, fixed, ...values]) {
          if (typeof value === 'number')
            expect(documented).toMatch(new RegExp(`(^|[^\\d])${value}\\b`));
        }
        if (isSecret(command.args[name])) expect(documented).toContain('secret');
      }
      const args = JSON.parse(example.slice(1, -1)) as Record<string, unknown>;
      expect(Object.keys(args)).toEqual(expect.arrayContaining([...required]));
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(args)));
      if (code !== 'upgrade') expect(complaints(code, args)).toEqual([]);
    },
  );

  it('names the lock status for seal and unseal', () => {
    const text = lines.join(' ');
    const limited = Object.entries(all).flatMap(([code, { when }]) =>
      when?.status ? [[code, when.status] as const] : [],
    );
    expect(limited.map(([code]) => code)).toEqual(['seal', 'unseal']);
    for (const [code, statuses] of limited) {
      const [, told = ''] = new RegExp(`\`${code}\` takes ([\\d, or]+)`).exec(text) ?? [];
      expect([code, told.match(/\d+/g)?.map(Number)]).toEqual([code, statuses]);
    }
  });

  it('contains the schemas of messages and command arguments', async () => {
    const schema = {
      ...messageSchemas,
      commands: Object.fromEntries(
        Object.entries(all).map(([code, command]) => [code, argsJson(code, command)]),
      ),
    };
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(docs, 'lock-messages.schema.json'));
  });
});
