import { describe, expect, it } from 'vitest';
import { ftpAddress } from '../../../../../src/domain/family';
import { jointech } from '../../../../../src/server/gateways/jointech';

const ID = '8000620011';
const NOW = Date.UTC(2026, 0, 1);
const ARGS = {
  firmware: 3,
  version: 'V1.9.5',
  size: 61_440,
  byte_sum: 7_654_321,
  ftp: 'ftp://lock:s3cret@203.0.113.7:2121/jt701/V1.9.5.bin',
};

const connect = () => {
  const session = jointech.openSession();
  let now = NOW;
  const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1');
  return {
    start: (args: object = {}, isStarted = false) => {
      const command = { id: '7', cmd: 'upgrade', args: { ...ARGS, ...args }, ts: now, exp: now };
      const encoded = session.encode({ ...command, isStarted }, now, { id: ID });
      return 'bytes' in encoded ? text(encoded.bytes) : encoded;
    },
    decode: (words: string, later = 1_000) => {
      now += later;
      const decoded = session.decode(Buffer.from(`(${ID},${words})`), now);
      return { ...decoded, answer: text(decoded.reply), maskedText: text(decoded.maskedFrame) };
    },
  };
};
const OTA = '9,1,203.0.113.7,2121,lock,s3cret,jt701/V1.9.5.bin,61440,7654321';
const UNDER_WAY = { key: 'upgrade', percent: 0 };

describe('an upgrade of a Jointech lock', () => {
  it('asks for the version, names the file on the FTP server, and ends when the lock has it', () => {
    const lock = connect();
    expect(lock.start()).toBe('(P01)');
    expect(lock.decode('P01,JT701D_V1.4').answer).toBe(`(${ID},1,001,OTA,${OTA})`);
    const accepted = lock.decode(`1,001,OTA,${OTA},0`);
    expect(accepted).toMatchObject({ results: [], progress: UNDER_WAY });
    expect(JSON.stringify([accepted.content, accepted.maskedText])).not.toContain('s3cret');
    expect(lock.decode(`1,001,OTA,${OTA},1`, 300_000).progress).toEqual(UNDER_WAY);
    expect(lock.decode(`1,001,OTA,${OTA},2`, 300_000).results).toEqual([
      { key: 'upgrade', code: 0 },
    ]);
  });

  it('succeeds if the lock already runs that version', () => {
    const lock = connect();
    lock.start();
    expect(lock.decode('P01,JT701D_V1.9.5').results).toEqual([{ key: 'upgrade', code: 0 }]);
  });

  it('only asks for progress if the upgrade has started', () => {
    const lock = connect();
    lock.start({}, true);
    expect(lock.decode('P01,JT701D_V1.4').answer).toBe(`(${ID},1,001,OTA,9,0)`);
    expect(lock.decode('1,001,OTA,9,0,4').progress).toEqual(UNDER_WAY);
    expect(lock.decode('1,001,OTA,9,0,2').results).toEqual([{ key: 'upgrade', code: 0 }]);
  });

  it.each([
    ['3', 'battery'],
    ['4', 'Another'],
    ['9', 'Refused'],
  ])('reports the lock’s reason for refusal: %s', (state, why) => {
    const lock = connect();
    lock.start();
    lock.decode('P01,JT701D_V1.4');
    expect(lock.decode(`1,001,OTA,${OTA},${state}`).results).toEqual([
      { key: 'upgrade', code: 1, message: expect.stringContaining(why) },
    ]);
  });

  it('uses a default user and port if the address has none', () => {
    const lock = connect();
    lock.start({ ftp: 'ftp://files.example.com/f.bin' });
    expect(lock.decode('P01,V1').answer).toContain(
      'OTA,9,1,files.example.com,21,anonymous,,f.bin,61440,7654321)',
    );
  });

  it.each([
    undefined,
    'http://files.example.com/f.bin',
    'ftp://files.example.com/',
    'ftp://a:b)@files.example.com/f.bin',
    'ftp://files.example.com/f,1.bin',
    'ftp://files.example.com:999999/f.bin',
  ])('is refused with the address %j', (ftp) => {
    expect(connect().start({ ftp })).toEqual({ refused: expect.stringContaining('FTP') });
    expect(ftpAddress.pattern.test(ftp ?? '')).toBe(false);
  });
});
