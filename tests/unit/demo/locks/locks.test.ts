import { describe, expect, it } from 'vitest';
import {
  containerCheckDigit,
  demoLocks,
  luhnCheckDigit,
  SLEEPERS,
} from '../../../../src/demo/locks/locks';
import { routes } from '../../../../src/demo/world/routes';

describe('demoLocks', () => {
  const locks = demoLocks(300, 1);
  const distinct = (of: (lock: (typeof locks)[number]) => unknown): number =>
    new Set(locks.map(of)).size;

  it('returns the same locks each time, fewer on request, and others for another seed', () => {
    expect(demoLocks(300, 1)).toEqual(locks);
    expect(demoLocks(20, 1)).toEqual(locks.slice(0, 20));
    expect(demoLocks(300, 2)).not.toEqual(locks);
  });

  it('gives each used lock a name, and every lock its own SIM card and SN', () => {
    expect(distinct(({ sn }) => sn)).toBe(300);
    const named = locks.filter(({ status }) => status !== 255);
    expect(new Set(named.map(({ device_name }) => device_name)).size).toBe(named.length);
    const fresh = locks.filter(({ status }) => status === 255);
    expect(fresh.map(({ device_name }) => device_name)).toEqual(fresh.map(() => null));
    expect(distinct(({ sim_card }) => sim_card)).toBe(300);
    expect(locks[0]?.sn).toBe('SD2600001');
    expect(locks[299]?.sn).toBe('SD2600300');
  });

  it.each([
    ['SD2600001', 'normal'],
    ['SD2600007', 'silent'],
    ['SD2600057', 'silent'],
    ['SD2600008', 'refuses'],
    ['SD2600009', 'asleep'],
    ['SD2600034', 'asleep'],
    ['SD2600259', 'asleep'],
  ])('makes %s %s', (sn, behaviour) => {
    expect(locks.find((lock) => lock.sn === sn)?.behaviour).toBe(behaviour);
  });

  it.each([
    ['SD2600006', 1],
    ['SD2600106', 1],
    ['SD2600012', 255],
  ])('starts %s in state %i', (sn, status) => {
    expect(locks.find((lock) => lock.sn === sn)?.status).toBe(status);
  });

  it('starts locks with normal behaviour closed', () => {
    for (const { status } of locks.slice(0, 4)) expect([0, 2]).toContain(status);
  });

  it('covers all routes, carriers, makers and owners', () => {
    expect(distinct(({ routeId }) => routeId)).toBe(routes.length);
    // A device type for each carrier, and one for sleeping locks.
    expect(distinct(({ deviceType }) => deviceType)).toBe(4);
    for (const { behaviour, deviceType } of locks) {
      expect(deviceType === SLEEPERS.type).toBe(behaviour === 'asleep');
    }
    expect(distinct(({ factoryCode }) => factoryCode)).toBe(2);
    expect(new Set(locks.map(({ orgIndex }) => orgIndex))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('adds correct check digits', () => {
    const containers = locks
      .filter(({ deviceType }) => deviceType === 'ES-100')
      .flatMap(({ device_name }) => device_name ?? []);
    expect(containers.length).toBeGreaterThan(100);
    for (const name of containers) {
      const [, owner, digits, check] = /^([A-Z]{4}) (\d{6})-(\d)$/.exec(name) ?? [];
      expect(containerCheckDigit(`${owner}${digits}`)).toBe(Number(check));
    }
    for (const { sim_card } of locks) {
      expect(sim_card).toMatch(/^89\d{17}$/);
      expect(luhnCheckDigit(sim_card.slice(0, -1))).toBe(Number(sim_card.at(-1)));
    }
  });
});

describe('check digits', () => {
  it.each([
    ['CSQU305438', 3],
    ['MSKU907032', 3],
    ['TEXU307007', 9],
    ['MSCU663987', 0],
    ['TGHU759933', 0],
    ['TCLU482903', 0],
  ])('the check digit of container %s is %i', (number, digit) => {
    expect(containerCheckDigit(number)).toBe(digit);
  });

  it.each([
    ['7992739871', 3],
    ['453201511283036', 6],
    ['0', 0],
  ])('the Luhn digit of %s is %i', (digits, digit) => {
    expect(luhnCheckDigit(digits)).toBe(digit);
  });
});
