import { describe, expect, it } from 'vitest';
import { isSupported, PROTOCOL } from '../../../../../src/domain/family';
import type { LockCommand } from '../../../../../src/domain/lock';
import { commands } from '../../../../../src/resources/commands';
import { answerTo, connectLock, hex, location, NOW, read, sentBy, text33 } from './lock';
import { vectors } from './vectors';

const hhd = (id?: string) => {
  const lock = connectLock(id);
  lock.decode(0x0200, location({}, { 51: text33(true, '0') }));
  return lock;
};

const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

describe('commands with one reply', () => {
  it.each<[string, LockCommand['args'], string, unknown]>([
    ['unsealPassword', { password: '12345612' }, `01 26 08 ${ascii('12345612')}`, undefined],
    ['unsealEnable', { enable: 1 }, '01 25 02 0000', { unsealEnable: { enable: 1 } }],
    ['unsealEnable', { enable: 2 }, '01 25 02 0fff', { unsealEnable: { enable: 2 } }],
    [
      'bluetoothName',
      { name: 'GATE7' },
      `01 35 09 ${ascii('GATE7')}00000000`,
      { bluetoothName: { name: 'GATE7' } },
    ],
    ['bluetoothKey', { key: 'abc12' }, `01 36 08 ${ascii('abc12')}000000`, undefined],
    [
      'serverAddress',
      { host: '47.93.179.77', port: 3808 },
      `02 03 0c ${ascii('47.93.179.77')} 05 04 ${ascii('3808')}`,
      { serverAddress: { host: '47.93.179.77', port: 3808 } },
    ],
    [
      'apn',
      { apn: 'CMMTM', user: 'guest', password: 'word' },
      `03 09 05 ${ascii('CMMTM')} 0a 05 ${ascii('guest')} 0b 04 ${ascii('word')}`,
      { apn: { apn: 'CMMTM', user: 'guest', password: true } },
    ],
    ['apn', { apn: 'CMMTM' }, `03 09 05 ${ascii('CMMTM')} 0a 00 0b 00`, { apn: { apn: 'CMMTM' } }],
    ['managementMode', { mode: 1 }, '01 02 02 0000', { managementMode: { mode: 1 } }],
    ['managementMode', { mode: 0 }, '01 02 02 001e', { managementMode: { mode: 0 } }],
    ['autoSeal', { mode: 0 }, '01 16 01 03', { autoSeal: { mode: 0 } }],
    ['autoSeal', { mode: 1 }, '01 16 01 00', { autoSeal: { mode: 1 } }],
    ['autoSeal', { mode: 5 }, '01 16 01 01', { autoSeal: { mode: 5 } }],
    ['restart', { control: 1 }, '01 23 01 04', undefined],
    ['clearCache', { control: 2 }, '01 23 01 02', undefined],
    ['factoryReset', { control: 3 }, '01 23 01 03', undefined],
    ['clearCards', {}, '01 23 01 01', { addCards: { cards: [] } }],
    [
      'setChildLocks',
      { locks: ['A1', 'B2'] },
      `0c 17 02 ${ascii('A1')} 18 02 ${ascii('B2')} 1900 1a00 1b00 1c00 1d00 1e00 1f00 2000 2100 2200`,
      { setChildLocks: { locks: ['A1', 'B2'] } },
    ],
    [
      'setChildLocks',
      { locks: [] },
      '0c 1700 1800 1900 1a00 1b00 1c00 1d00 1e00 1f00 2000 2100 2200',
      { setChildLocks: { locks: [] } },
    ],
  ])('are encoded: %s %j', (cmd, args, body, values) => {
    const lock = hhd();
    const sent = sentBy(lock.encode(cmd, args));
    expect(sent).toMatchObject({ message: '0310', body: hex(body).toString('hex') });
    const ids = hex(body)[0] ?? 0;
    const answer = (result: string) =>
      answerTo(sent.serial, `${ids.toString(16).padStart(2, '0')}${`23${result}`.repeat(ids)}`);
    expect(lock.decode(0x0311, answer('00')).results).toEqual([
      { key: sent.key, code: 0, ...(values ? { settings: values } : {}) },
    ]);
    const again = sentBy(lock.encode(cmd, args));
    const refused = answerTo(
      again.serial,
      `${ids.toString(16).padStart(2, '0')}${'2300'.repeat(ids - 1)}2301`,
    );
    expect(lock.decode(0x0311, refused).results).toMatchObject([{ key: sent.key, code: 1 }]);
  });

  it.each<[string, LockCommand['args']]>([
    ['unsealPassword', { password: '123' }],
    ['bluetoothName', { name: 'longer than nine' }],
    ['bluetoothName', { name: '东门' }],
    ['bluetoothKey', { key: '' }],
    ['serverAddress', { host: '', port: 1 }],
    ['serverAddress', { host: 'a', port: 70_000 }],
    ['apn', {}],
    ['autoSeal', { mode: 2 }],
    ['addCards', { cards: [] }],
    ['addCards', { cards: ['123456789'] }],
    ['removeCards', {}],
    ['setChildLocks', { locks: Array.from({ length: 13 }, (_, i) => `L${i}`) }],
    ['setChildLocks', { locks: ['1234567890123'] }],
  ])('are refused with a reason: %s %j', (cmd, args) => {
    expect(hhd().encode(cmd, args)).toEqual({ refused: expect.any(String) });
  });

  it('exclude the parking time, unlike others of the family', () => {
    expect(hhd().encode('parkingAlarm', { minutes: 5 })).toEqual({ unsupported: true });
  });

  it.each(['bluetoothSwitch', 'timeZone', 'vibration', 'constructor'])('exclude %s', (cmd) => {
    const lock = hhd();
    expect(lock.encode(cmd)).toEqual({ unsupported: true });
    expect(lock.family.replyKey({ id: '1', cmd, args: {}, ts: NOW, exp: NOW })).toBeUndefined();
  });

  it('exclude the upgrade, which is not published for these locks', () => {
    const sent = hhd().encode('upgrade', { version: 'V2', size: 10 });
    expect(sent).toEqual({ unsupported: true });
    expect(isSupported(PROTOCOL.hhd, 'upgrade')).toBe(false);
  });

  it('match the console’s commands for such a lock or the bare standard', () => {
    const { family } = hhd();
    const keyOf = (cmd: string) => family.replyKey({ id: '1', cmd, args: {}, ts: NOW, exp: NOW });
    for (const cmd of Object.keys(commands))
      expect([cmd, keyOf(cmd) !== undefined]).toEqual([
        cmd,
        isSupported(PROTOCOL.hhd, cmd) || isSupported(PROTOCOL.jt808, cmd),
      ]);
  });

  it('show no secret in the log', () => {
    const lock = hhd();
    for (const [cmd, args, secret] of [
      ['unsealPassword', { password: '65432165' }, '65432165'],
      ['bluetoothKey', { key: 'k3yk3y' }, 'k3yk3y'],
      ['apn', { apn: 'cmiot', user: 'u', password: 'hidden' }, 'hidden'],
    ] as const) {
      const { content, maskedFrame, bytes } = sentBy(lock.encode(cmd, args));
      expect(Buffer.from(bytes).includes(secret)).toBe(true);
      expect(JSON.stringify(content)).not.toContain(secret);
      expect(Buffer.from(maskedFrame ?? bytes).includes(secret)).toBe(false);
    }
  });

  it('match their replies by serial number', () => {
    const lock = hhd();
    const [restart, name] = [
      sentBy(lock.encode('restart')),
      sentBy(lock.encode('bluetoothName', { name: 'A' })),
    ];
    expect(lock.decode(0x0311, answerTo(name.serial, '013500')).results).toMatchObject([
      { key: 'bluetoothName', code: 0 },
    ]);
    expect(lock.decode(0x0311, answerTo(restart.serial, '012300')).results).toEqual([
      { key: 'control', code: 0 },
    ]);
    expect(lock.decode(0x0311, answerTo(77, '012300')).results).toEqual([]);
  });
});

describe('published commands of HHD', () => {
  const restarts = vectors.filter(
    ({ family, command }) => family === 'hhd-command' && command === 'restart',
  );

  it.each(restarts)('match $command', ({ command = '', hex: digits, params }) => {
    const lock = hhd(String(params?.id));
    const { bytes } = sentBy(lock.encode(command));
    expect(read(bytes)).toMatchObject({ ...read(hex(digits ?? '')), serial: 1 });
  });
});

describe('cards', () => {
  const rule = (address: number, card: string): string =>
    `${address.toString(16).padStart(4, '0')}${card}${'00'.repeat(12)}`;
  const rules = (cards: readonly string[], size = 32) =>
    Array.from({ length: size }, (_, i) => rule(i, cards[i] ?? '00000000'));
  const total = (length: number): string => length.toString(16).padStart(4, '0');
  const EVERYWHERE = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(4, '0')).join('');

  it('are read', () => {
    const lock = hhd();
    const sent = sentBy(lock.encode('readCards'));
    expect(sent).toMatchObject({ key: 'cards', message: '0316', body: EVERYWHERE });
    const answer = answerTo(
      sent.serial,
      total(32) + rules(['00000000', '12345678', '00987654']).join(''),
    );
    expect(lock.decode(0x0317, answer).results).toEqual([
      { key: 'cards', code: 0, settings: { addCards: { cards: ['12345678', '00987654'] } } },
    ]);
  });

  it('are read from several messages, with or without a count', () => {
    const lock = hhd();
    const { serial } = sentBy(lock.encode('readCards'));
    const all = rules(['11111111', '22222222', '33333333'], 32);
    expect(
      lock.decode(0x0317, answerTo(serial, `${total(32)}000a${all.slice(0, 10).join('')}`)).results,
    ).toEqual([]);
    expect(
      lock.decode(0x0317, answerTo(serial, total(32) + all.slice(10).join(''))).results,
    ).toMatchObject([{ settings: { addCards: { cards: ['11111111', '22222222', '33333333'] } } }]);
  });

  it('are added in free places, unless they exist', () => {
    const lock = hhd();
    const sent = sentBy(
      lock.encode('addCards', { cards: ['12345678', '7', '00000007', '87654321'] }),
    );
    expect(sent).toMatchObject({ key: 'cards', message: '0316' });
    const decoded = lock.decode(
      0x0317,
      answerTo(sent.serial, total(32) + rules(['12345678']).join('')),
    );
    expect(decoded.results).toEqual([]);
    const followUp = read(decoded.reply);
    expect(followUp).toMatchObject({
      message: '0314',
      body: `00020002${rule(1, '00000007')}${rule(2, '87654321')}`,
    });
    expect(lock.decode(0x0315, answerTo(followUp.serial, '00')).results).toEqual([
      {
        key: 'cards',
        code: 0,
        settings: { addCards: { cards: ['12345678', '00000007', '87654321'] } },
      },
    ]);
  });

  it('are removed by clearing their place', () => {
    const lock = hhd();
    const sent = sentBy(lock.encode('removeCards', { cards: ['22222222', '99999999'] }));
    const decoded = lock.decode(
      0x0317,
      answerTo(sent.serial, total(2) + rules(['11111111', '22222222'], 2).join('')),
    );
    const followUp = read(decoded.reply);
    expect(followUp).toMatchObject({ message: '0314', body: `00010001${rule(1, '00000000')}` });
    expect(lock.decode(0x0315, answerTo(followUp.serial, '01')).results).toEqual([
      { key: 'cards', code: 1, message: 'The lock refused' },
    ]);
  });

  it.each([
    ['nothing to add', 'addCards', ['11111111'], ['11111111'], { code: 0 }],
    ['nothing to remove', 'removeCards', ['22222222'], ['11111111'], { code: 0 }],
    [
      'no room',
      'addCards',
      ['99999999'],
      Array.from({ length: 32 }, (_, i) => String(10_000_000 + i)),
      { code: 1, message: 'It has room for 0 more cards' },
    ],
  ])('need no further message with %s', (_, cmd, cards, has, outcome) => {
    const lock = hhd();
    const sent = sentBy(lock.encode(cmd, { cards }));
    const decoded = lock.decode(0x0317, answerTo(sent.serial, total(32) + rules(has).join('')));
    expect(decoded.reply).toBeUndefined();
    expect(decoded.results).toMatchObject([outcome]);
  });
});

describe('settings', () => {
  // Answer of a 2018 lock, with its secrets replaced.
  const parameters =
    '31 24 01 00 01 06 095037286124 02 02 0000 03 0c 34372e39332e3137392e3737 05 04 33383038 06 02 001e 08 02 00c3 09 05 434d4d544d 0a 05 6775657374 0b 02 6162 16 01 02 17 02 4131 18 00 19 00 25 02 0000 26 08 3132333435363132 35 09 474154453700000000 36 08 0000000000000000 0000 0000';

  it('are read', () => {
    const lock = hhd();
    const sent = sentBy(lock.encode('readSettings'));
    expect(sent).toMatchObject({
      message: '0312',
      body: '1702030509 0a0b16 1718191a1b1c1d1e1f202122 25263536'.replaceAll(' ', ''),
    });
    const decoded = lock.decode(0x0313, answerTo(sent.serial, parameters.replaceAll(' ', '')));
    expect(decoded.results).toEqual([
      {
        key: 'readSettings',
        code: 0,
        settings: {
          serverAddress: { host: '47.93.179.77', port: 3808 },
          apn: { apn: 'CMMTM', user: 'guest', password: true },
          unsealPassword: { password: true },
          bluetoothName: { name: 'GATE7' },
          managementMode: { mode: 1 },
          unsealEnable: { enable: 1 },
          setChildLocks: { locks: ['A1'] },
        },
      },
    ]);
    expect(Buffer.from(decoded.maskedFrame ?? []).includes('guest')).toBe(false);
  });

  it('of child locks are read separately', () => {
    const lock = hhd();
    const sent = sentBy(lock.encode('readChildLocks'));
    expect(sent).toMatchObject({
      key: 'childLocks',
      message: '0312',
      body: '0c1718191a1b1c1d1e1f202122',
    });
    expect(
      lock.decode(
        0x0313,
        answerTo(sent.serial, '0c 17 02 4131 18 00 1902 4232'.replaceAll(' ', '')),
      ).results,
    ).toMatchObject([{ code: 0, settings: { setChildLocks: { locks: ['A1', 'B2'] } } }]);
  });
});

describe('a terminal of the bare standard', () => {
  const bare = () => {
    const lock = connectLock('013912345678');
    lock.decode(0x0200, location({}, {}));
    const say = (cmd: string, args: LockCommand['args']) => lock.encode(cmd, args, PROTOCOL.jt808);
    return { ...lock, say };
  };
  const general = (serial: number, to: string, result: string) =>
    answerTo(serial, `${to}${result}`);

  it.each<[string, LockCommand['args'], string, string, unknown]>([
    [
      'serverAddress',
      { host: '47.93.179.77', port: 3808 },
      '8103',
      `02 00000013 0c ${ascii('47.93.179.77')} 00000018 04 00000ee0`,
      { serverAddress: { host: '47.93.179.77', port: 3808 } },
    ],
    [
      'apn',
      { apn: 'CMMTM', user: 'guest' },
      '8103',
      `03 00000010 05 ${ascii('CMMTM')} 00000011 05 ${ascii('guest')} 00000012 00`,
      { apn: { apn: 'CMMTM', user: 'guest' } },
    ],
    [
      'parkingAlarm',
      { minutes: 90 },
      '8103',
      '01 0000005a 04 00001518',
      { parkingAlarm: { minutes: 90 } },
    ],
    ['restart', {}, '8105', '04', undefined],
    ['factoryReset', {}, '8105', '05', undefined],
  ])('accepts %s %j', (cmd, args, message, body, values) => {
    const lock = bare();
    const sent = sentBy(lock.say(cmd, args));
    expect(sent).toMatchObject({ message, body: hex(body).toString('hex') });
    // An answer to another message does not end this command.
    expect(lock.decode(0x0001, general(sent.serial, '8300', '00')).results).toEqual([]);
    expect(lock.decode(0x0001, general(sent.serial, message, '00')).results).toEqual([
      { key: sent.key, code: 0, ...(values ? { settings: values } : {}) },
    ]);
    const again = sentBy(lock.say(cmd, args));
    expect(lock.decode(0x0001, general(again.serial, message, '03')).results).toEqual([
      { key: sent.key, code: 1, message: 'The lock does not support it' },
    ]);
  });

  it('reports its settings', () => {
    const lock = bare();
    const sent = sentBy(lock.say('readSettings', {}));
    expect(sent).toMatchObject({
      message: '8106',
      body: hex('06 00000010 00000011 00000012 00000013 00000018 0000005a').toString('hex'),
    });
    const values = `03 00000013 09 ${ascii('127.0.0.1')} 00000018 04 00000ee0 0000005a 04 00000e10`;
    expect(lock.decode(0x0104, answerTo(sent.serial, values)).results).toEqual([
      {
        key: 'readSettings',
        code: 0,
        settings: {
          serverAddress: { host: '127.0.0.1', port: 3808 },
          parkingAlarm: { minutes: 60 },
        },
      },
    ]);
  });

  it.each(['seal', 'unseal', 'clearCards'])('does not support %s', (cmd) => {
    expect(bare().say(cmd, {})).toEqual({ unsupported: true });
    expect(isSupported(PROTOCOL.jt808, cmd)).toBe(false);
  });
});
