import { describe, expect, it } from 'vitest';
import { CONNECTION_END, CONNECTION_EVENT, REFUSED } from '../../../src/domain/connection';
import { DAY, HOUR } from '../../../src/domain/duration';
import { judgeHealth, type LockHealth, soundFacts } from '../../../src/domain/health';

const NOW = new Date(2026, 2, 20, 12).getTime();
const LAST_SIGN = NOW - 7 * DAY;

const sound: LockHealth = {
  lastSign: LAST_SIGN,
  electric: 60,
  drain: 1,
  sim: '2028-01-01',
  contact: { event: CONNECTION_EVENT.went, reason: CONNECTION_END.lost, at: LAST_SIGN + HOUR },
  near: { silent: 0, active: 4 },
  link: 0,
};
const refused = { event: CONNECTION_EVENT.refused, reason: REFUSED.wrongPassword, at: NOW - HOUR };

const closed = { event: CONNECTION_EVENT.went, reason: CONNECTION_END.byLock, at: LAST_SIGN };

describe('the most likely cause of a silence', () => {
  it.each<[string, string, Partial<LockHealth>]>([
    ['unknown', 'nothing is wrong', {}],
    ['unknown', 'nothing is known', { electric: null, drain: null, sim: null, contact: null }],
    ['refused', 'the server refused it last', { contact: refused }],
    [
      'refused',
      'the server refused a lock that was never heard',
      { lastSign: null, contact: refused },
    ],
    ['unknown', 'it was heard after the refusal', { lastSign: NOW - 60_000, contact: refused }],
    ['sim', 'its SIM card expired the day before', { sim: '2026-03-12' }],
    ['sim', 'its SIM card expired on that day', { sim: '2026-03-13' }],
    ['sim', 'its SIM card expired days later', { sim: '2026-03-17' }],
    ['battery', 'its battery was empty before that', { sim: '2026-03-17', electric: 4 }],
    ['sim', 'no connection is recorded either', { sim: '2026-03-13', contact: null }],
    ['unknown', 'its SIM card worked for months after its expiry', { sim: '2025-10-01' }],
    [
      'sim',
      'it was never heard and its SIM card has expired',
      { lastSign: null, sim: '2025-10-01' },
    ],
    ['never', 'it was never heard', { lastSign: null }],
    ['link', 'all of its protocol fell silent with it', { link: 3 }],
    ['unknown', 'two of its protocol did', { link: 2 }],
    ['coverage', 'those of its protocol are all near', { link: 5, near: { silent: 5, active: 0 } }],
    ['battery', 'its battery was empty', { electric: 5 }],
    ['battery', 'its battery would have lasted less than a day', { electric: 11, drain: 12 }],
    ['unknown', 'its battery was low', { electric: 18 }],
    ['coverage', 'most locks near it are silent', { near: { silent: 12, active: 3 } }],
    ['unknown', 'as many are heard there', { near: { silent: 12, active: 12 } }],
    ['unknown', 'two are silent there', { near: { silent: 2, active: 0 } }],
  ])('is %s if %s', (cause, _, facts) => {
    const verdict = judgeHealth({ ...sound, ...facts }, NOW);
    expect(verdict.cause).toBe(cause);
    if (cause === 'unknown') expect(Object.values(verdict)).not.toContain('error');
  });
});

describe('the facts that show no cause', () => {
  it.each<[string[], Partial<LockHealth>]>([
    [['battery', 'sim', 'near'], {}],
    [['battery', 'near'], { sim: '2025-10-01', contact: null }],
    [['sim'], { electric: null, near: { silent: 0, active: 0 } }],
    [['contact'], { electric: 18, sim: null, contact: closed, near: { silent: 1, active: 1 } }],
  ])('are %o for %o', (names, facts) => {
    expect(soundFacts(judgeHealth({ ...sound, ...facts }, NOW))).toEqual(names);
  });
});

describe('the verdict on a fact', () => {
  it.each<[Partial<LockHealth>, object]>([
    [{}, { lastSign: 'warning', battery: 'success', sim: 'success', contact: 'warning' }],
    [{ lastSign: null }, { lastSign: 'error' }],
    [{ electric: 20 }, { battery: 'warning' }],
    [{ electric: 4 }, { battery: 'error' }],
    [{ electric: null }, { battery: 'default' }],
    [{ sim: '2026-03-19' }, { sim: 'error' }],
    [{ sim: '2026-03-20' }, { sim: 'warning' }],
    [{ sim: '2025-10-01' }, { sim: 'warning' }],
    [{ sim: '2025-10-01', lastSign: null }, { sim: 'error' }],
    [{ sim: null }, { sim: 'default' }],
    [{ near: { silent: 0, active: 0 } }, { near: 'default' }],
    [{ near: { silent: 4, active: 5 } }, { near: 'success' }],
    [{ near: { silent: 5, active: 5 } }, { near: 'warning' }],
    [{ near: { silent: 2, active: 0 } }, { near: 'warning' }],
    [{ near: { silent: 3, active: 0 } }, { near: 'error' }],
    [{ contact: refused }, { contact: 'error' }],
    [
      { contact: { ...refused, event: CONNECTION_EVENT.came, reason: null } },
      { contact: 'warning' },
    ],
    [{ contact: closed }, { contact: 'success' }],
    [{ contact: { ...closed, reason: null } }, { contact: 'default' }],
    [{ contact: null }, { contact: 'default' }],
  ])('of %o is %o', (facts, verdict) => {
    expect(judgeHealth({ ...sound, ...facts }, NOW)).toMatchObject(verdict);
  });
});
