import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkValues,
  downTopic,
  isSafeSn,
  MAX_MESSAGE_BYTES,
  messageSchemas,
  parsePresence,
  parseReply,
  parseReport,
  parseUpTopic,
  presencePayload,
  serverFilters,
  upTopic,
} from '../../../../../src/server/fleet/link/messages';

describe('topics', () => {
  it.each([
    ['seal/v1/SD2600001/up/report', { sn: 'SD2600001', path: 'report' }],
    ['seal/v1/SD2600001/up/ack', { sn: 'SD2600001', path: 'ack' }],
    ['seal/v1/锁-1/up/status', { sn: '锁-1', path: 'status' }],
    ['seal/v1/a-b/down/cmd', undefined],
    ['seal/v1/a b/up/report', undefined],
    ['seal/v1/A/sideways/report', undefined],
    ['seal/v1/A/up/report/more', { sn: 'A', path: 'report/more' }],
    ['seal/v1/A/up', { sn: 'A', path: '' }],
    ['seal/v1//up/report', undefined],
    ['seal/v1/+/up/report', undefined],
    ['seal/v2/A/up/report', undefined],
    ['/seal/v1/A/up/report', undefined],
    ['', undefined],
  ])('reads %s', (topic, expected) => {
    expect(parseUpTopic(topic)).toEqual(expected);
  });

  it.each([
    ['SD2600001', true],
    ['sn with space', false],
    ['设备-01', true],
    ['x'.repeat(32), true],
    ['x'.repeat(33), false],
    ['a$', true],
    ['', false],
    ['a/b', false],
    ['+', false],
    ['a#', false],
    ['a\u0000b', false],
    ['a\nb', false],
    ['a\u0085b', false],
    ['a\ud800', false],
    ['$server', false],
  ])('decides if the SN %j is safe', (sn, safe) => {
    expect(isSafeSn(sn)).toBe(safe);
    if (!safe) expect(() => downTopic(sn, 'cmd')).toThrow(RangeError);
  });

  it.each([
    [undefined, ['seal/v1/+/up/#']],
    [
      'gw',
      [
        '$share/gw/seal/v1/+/up/report',
        '$share/gw/seal/v1/+/up/ack',
        '$share/gw/seal/v1/+/up/ota',
        'seal/v1/+/up/status',
      ],
    ],
  ])('subscribes a server of group %s', (group, filters) => {
    expect(serverFilters(group)).toEqual(filters);
  });

  it('reads back the topics that it builds', () => {
    expect(parseUpTopic(upTopic('SD1', 'event'))).toEqual({ sn: 'SD1', path: 'event' });
  });
});

const TS = 1_767_225_600_000;
const least = { ts: TS, report_reson: 0, lock_status: 2 };
const bytes = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const padded = (length: number): string => JSON.stringify(least).padEnd(length);

describe('parseReport', () => {
  it('reads each field of a complete report', () => {
    const report = {
      ...least,
      lock_status: 255,
      report_reson: 9,
      position_status: 4,
      lat: -33.9,
      lon: 151.2,
      speed: 61.5,
      course: 359.9,
      lock_action: 14,
      police_type: 1008,
      fault_code: 9999,
      fault_msg: 'reader does not answer',
      lock_state: 6,
      electric: 0,
      voltage: 3.71,
      temperature: -21.5,
      mnc: 0,
      mcc: 460,
      lac: 9_877,
      cid: 68_719_476_735,
      icc_card_no: '0004512873',
      version: 'V2.1.7',
    };
    expect(parseReport(bytes(report))).toEqual({ value: report, leftOut: [] });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"ts":'],
    ['an array', [least]],
    ['null', 'null'],
    ['a number', '7'],
    ['deep nesting', '['.repeat(4000)],
    ['no time', { report_reson: 0, lock_status: 2 }],
    ['a time as a word', { ...least, ts: 'soon' }],
    ['a time that is not a number', { ...least, ts: true }],
    ['an unknown reason', { ...least, report_reson: 4 }],
    ['an unknown status', { ...least, lock_status: 7 }],
    ['a status as a word', { ...least, lock_status: 'sealed' }],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
    ['one byte too many', padded(MAX_MESSAGE_BYTES + 1)],
  ])('refuses %s', (_, message) => {
    expect(parseReport(bytes(message))).toEqual({ error: expect.stringMatching(/./) });
  });

  it('keeps the order of fields, because digests of stored reports depend on it', () => {
    const ts = Date.UTC(2026);
    const message = { lon: 2, lat: 1, speed: 3, lock_status: 2, report_reson: 0, ts };
    const parsed = parseReport(Buffer.from(JSON.stringify(message)));
    expect('value' in parsed && Object.keys(parsed.value)).toEqual(
      'ts report_reson lock_status speed lat lon'.split(' '),
    );
  });

  it('refuses bytes that are not UTF-8', () => {
    const broken = Buffer.concat([bytes({ ...least, version: 'V' }), Buffer.alloc(0)]);
    broken[broken.indexOf('V')] = 0xff;
    expect(parseReport(broken)).toEqual({ error: 'the message is no JSON in UTF-8' });
  });

  it('accepts a message of the maximum size', () => {
    expect(parseReport(bytes(padded(MAX_MESSAGE_BYTES)))).toEqual({ value: least, leftOut: [] });
  });

  it.each([
    ['no time', { report_reson: 0, lock_status: 2 }, /^ts: missing; milliseconds \(or seconds\)/],
    [
      'a wrong status',
      { ...least, lock_status: 7 },
      /^lock_status: one of 0, 1, 2, 3, 255, not 7$/,
    ],
    ['two errors', { ts: TS, lock_status: 7 }, /^report_reson: missing; .*; lock_status: one of/],
    ['a long value', { ...least, ts: 'x'.repeat(99) }, /not "x{39}…$/],
  ])('explains the error for %s', (_, message, reason) => {
    expect(parseReport(bytes(message))).toEqual({ error: expect.stringMatching(reason) });
  });

  it.each([
    ['lat without lon', { lat: 10 }, ['lat and lon: both or none']],
    [
      'lat out of range',
      { lat: 90.1, lon: 10 },
      [/^lat: a number from -90 to 90, not 90.1$/, /both/],
    ],
    ['lon out of range', { lat: 10, lon: -180.1 }, [/^lon:/, /both/]],
    ['unknown position type', { position_status: 5 }, [/^position_status: one of 0, 1, 2, 3, 4,/]],
    ['negative speed', { speed: -1 }, [/^speed:/]],
    ['speed as a word', { speed: 'fast' }, [/^speed: a number from 0 to 1200, not "fast"$/]],
    ['course over 360', { course: 361 }, [/^course:/]],
    ['unknown action', { lock_action: 0 }, [/^lock_action:/]],
    ['unknown alarm', { police_type: 1 }, [/^police_type:/]],
    ['unknown fault', { fault_code: 1007 }, [/^fault_code:/]],
    ['unknown lock state', { lock_state: 7 }, [/^lock_state:/]],
    ['fault message with a control character', { fault_msg: 'a\u0007' }, [/^fault_msg:/]],
    [
      'half a surrogate pair',
      { fault_msg: 'a\ud83d', version: '\udd12' },
      [/^fault_msg:/, /^version:/],
    ],
    ['battery over 100', { electric: 101 }, [/^electric:/]],
    ['fractional cells', { cid: 1.5, lac: 2.5 }, [/^lac: a whole number/, /^cid:/]],
    ['fractional networks', { mcc: 460.5, mnc: 0.5 }, [/^mnc:/, /^mcc:/]],
    ['card with a control character', { icc_card_no: '12\u00003' }, [/^icc_card_no:/]],
    ['card too long', { icc_card_no: '1'.repeat(33) }, [/^icc_card_no: text of at most 32/]],
    ['version that is not text', { version: 2 }, [/^version:/]],
  ])('drops %s with a reason', (_, extra, leftOut) => {
    const faults = leftOut.map((fault) =>
      typeof fault === 'string' ? fault : expect.stringMatching(fault),
    );
    expect(parseReport(bytes({ ...least, ...extra }))).toEqual({ value: least, leftOut: faults });
  });

  it.each([
    ['an unknown field', { hello: 1 }],
    ['a missing fix sent as 0, 0', { lat: 0, lon: 0 }],
    ['a battery of null', { electric: null }],
    ['an empty text', { icc_card_no: '', fault_msg: '' }],
    ['an inherited property name', JSON.parse('{"__proto__":{"electric":5}}')],
  ])('drops %s silently', (_, extra) => {
    expect(parseReport(bytes({ ...least, ...extra }))).toEqual({ value: least, leftOut: [] });
  });

  it.each([
    ['a time in seconds', { ts: TS / 1000 }, {}],
    ['a time as text', { ts: String(TS) }, {}],
    ['a time with a fraction', { ts: TS / 1000 + 0.0004 }, {}],
    ['a time of 1970', { ts: 0 }, { ts: 0 }],
    ['a time of 1980, in seconds', { ts: 315_964_800 }, { ts: 315_964_800_000 }],
    ['a time of 2101', { ts: Date.UTC(2101, 0, 1) }, { ts: Date.UTC(2101, 0, 1) }],
    ['a time out of range', { ts: 1e300 }, { ts: 1e300 }],
    ['a status as text', { lock_status: '2' }, {}],
    ['a position as text', { lat: '10.5', lon: ' -20 ' }, { lat: 10.5, lon: -20 }],
    ['a battery with tenths', { electric: '79.6' }, { electric: 80 }],
  ])('reads %s', (_, extra, more) => {
    const read = parseReport(bytes({ ...least, ...extra }));
    expect(read).toEqual({ value: { ...least, ...more }, leftOut: [] });
  });
});

it.each([
  ['m'.repeat(900), 'm'.repeat(200)],
  [`${'m'.repeat(199)}🔒`, `${'m'.repeat(199)}🔒`],
  [`${'m'.repeat(199)}🔒!`, `${'m'.repeat(199)}🔒`],
  ['🔒'.repeat(201), '🔒'.repeat(200)],
])('cuts a long fault message between two characters', (fault_msg, kept) => {
  expect(parseReport(bytes({ ...least, fault_msg }))).toEqual({
    value: { ...least, fault_msg: kept },
    leftOut: [],
  });
});

it('quotes a dropped value without splitting a character', () => {
  const version = `${'v'.repeat(38)}🔒${'v'.repeat(64)}`;
  const parsed = parseReport(bytes({ ...least, version }));
  expect(parsed).toMatchObject({ leftOut: [expect.stringMatching(/v🔒…$/)] });
});

describe('parseReply', () => {
  it.each([
    ['a success', { id: 'a1', code: 0 }, { id: 'a1', code: 0 }],
    ['a refusal', { id: 'a1', code: 3, msg: '锁打开' }, { id: 'a1', code: 3, msg: '锁打开' }],
    ['extra fields', { id: 'a1', code: -1, x: 1 }, { id: 'a1', code: -1 }],
    ['a numeric id', { id: 7, code: 0 }, { id: '7', code: 0 }],
    ['a code as text', { id: 'a1', code: '0' }, { id: 'a1', code: 0 }],
    [
      'long text',
      { id: 'a1', code: 1, msg: 'm'.repeat(900) },
      { id: 'a1', code: 1, msg: 'm'.repeat(200) },
    ],
  ])('reads %s', (_, message, value) => {
    expect(parseReply(bytes(message))).toEqual({ value, leftOut: [] });
  });

  it.each([{ 'a\0': {} }, { '\ud800': {} }, { apn: { '\udfff': 1 } }, { apn: { name: '\ud83d' } }])(
    'drops the setting %j, which no database can store',
    (values) => {
      const { leftOut, value } = parseReply(bytes({ id: 'a1', code: 0, values })) as {
        leftOut: string[];
        value: object;
      };
      expect([value, leftOut]).toEqual([
        { id: 'a1', code: 0 },
        [expect.stringMatching(/^values:/)],
      ]);
    },
  );

  it('drops a message that is not text', () => {
    const read = parseReply(bytes({ id: 'a1', code: 1, msg: { a: 1 } }));
    expect(read).toEqual({
      value: { id: 'a1', code: 1 },
      leftOut: [expect.stringMatching(/^msg:/)],
    });
  });

  it.each([
    ['no id', { code: 0 }, /^id: missing/],
    ['an empty id', { id: '', code: 0 }, /^id: missing/],
    ['a fractional id', { id: 1.5, code: 0 }, /^id: text/],
    ['an endless id', { id: 'i'.repeat(65), code: 0 }, /^id: text of at most 64/],
    ['no code', { id: 'a1' }, /^code: missing; a whole number/],
    ['a fractional code', { id: 'a1', code: 0.5 }, /^code: a whole number/],
    ['a huge code', { id: 'a1', code: 2 ** 31 }, /^code:/],
    ['a value that is not an object', 'ok', /no JSON/],
    [
      'an oversized message',
      { id: 'a1', code: 0, msg: 'm'.repeat(MAX_MESSAGE_BYTES) },
      /over 4096 bytes/,
    ],
  ])('refuses %s', (_, message, reason) => {
    expect(parseReply(bytes(message))).toEqual({ error: expect.stringMatching(reason) });
  });
});

describe('parsePresence', () => {
  it.each([
    ['online', true],
    ['offline', false],
  ])('reads %j', (word, value) => {
    expect(parsePresence(bytes(word))).toEqual({ value, leftOut: [] });
  });

  it.each([[''], ['Online'], ['online '], ['1'], ['offline'.repeat(1000)]])(
    'refuses %j',
    (word) => {
      const error = 'the message is neither online nor offline';
      expect(parsePresence(bytes(word))).toEqual({ error });
    },
  );

  it.each([
    ['online 1769000000000', { value: true, leftOut: [], since: 1_769_000_000_000 }],
    ['offline 1769000000', { value: false, leftOut: [], since: 1_769_000_000_000 }],
    ['offline 17', { value: false, leftOut: [], since: 17_000 }],
  ])('reads the connection time of %j', (word, read) => {
    expect(parsePresence(bytes(word))).toEqual(read);
  });

  it('reads back a lock’s own payload', () => {
    expect(parsePresence(bytes(presencePayload(true)))).toMatchObject({ value: true });
    expect(parsePresence(bytes(presencePayload(false)))).toMatchObject({ value: false });
  });
});

describe('docs/locks.md', () => {
  const folder = join(import.meta.dirname, '../../../../../docs');

  it('describes each field with its limits and values', async () => {
    const lines = (await readFile(join(folder, 'locks.md'), 'utf8')).split('\n');
    for (const { properties, required } of Object.values(messageSchemas)) {
      for (const [name, schema] of Object.entries(properties)) {
        const line = lines.find(
          (each) => each.startsWith('|') && each.split('|')[1]?.includes(`\`${name}\``),
        );
        expect(line, name).toBeDefined();
        for (const value of (schema.enum ?? []) as number[]) {
          expect(line, name).toMatch(new RegExp(`\\b${value}\\b`));
        }
        expect(line?.includes('| required |'), name).toBe(
          required.includes(name) && name in messageSchemas.report.properties,
        );
      }
    }
  });
});

describe('checkValues', () => {
  const plain = { report_reson: 0, ts: TS, lock_status: 2 } as const;

  it.each([
    ['a speed', { speed: 6553.5 }, 'speed: a number from 0 to 1200, not 6553.5'],
    ['a course', { course: 510 }, 'course: a number from 0 to 360, not 510'],
    ['a charge', { electric: 255 }, 'electric: a number from 0 to 100, not 255'],
    ['a voltage', { voltage: 655.35 }, 'voltage: a number from 0 to 100, not 655.35'],
    ['a temperature', { temperature: -273 }, 'temperature: a number from -90 to 150, not -273'],
    ['a country', { mcc: 65_535 }, 'mcc: a whole number from 0 to 999, not 65535'],
    ['a network', { mnc: 1000 }, 'mnc: a whole number from 0 to 999, not 1000'],
    [
      'a value that is not a number',
      { speed: Number.NaN },
      'speed: a number from 0 to 1200, not null',
    ],
    ['a card', { icc_card_no: '1\u0000' }, /^icc_card_no: /],
    ['a latitude', { lat: 91, lon: 10 }, /^lat: .*; lat and lon: both or none$/],
  ])('drops %s out of range from a decoded report', (_, values, fault) => {
    const { value, leftOut } = checkValues({ ...plain, ...values });
    expect(value).toEqual(plain);
    expect(leftOut.join('; ')).toMatch(fault);
  });

  it('drops an invalid value of a child lock, and keeps the order of fields for the digest', () => {
    const children = [{ sn: 'C1', status: 2 as const, electric: 255, voltage: 3.6 }];
    const { value, leftOut } = checkValues({ ...plain, children, electric: 5 });
    expect(JSON.stringify(value)).toBe(
      JSON.stringify({
        ...plain,
        children: [{ sn: 'C1', status: 2, voltage: 3.6 }],
        electric: 5,
      }),
    );
    expect(leftOut).toEqual(['electric: a number from 0 to 100, not 255']);
  });
});
