import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyCommand, createLockBody, type LockBody } from '../../../../src/demo/locks/lockBody';
import { routes } from '../../../../src/demo/world/routes';
import type { LockReport, LockStatus } from '../../../../src/domain/lock';

const MINUTE = 60_000;

interface Life {
  body: LockBody;
  reports: LockReport[];
  /** Tasks that wait for their time. */
  waiting: [what: string, task: () => void][];
}

const born = (sn: string, status: LockStatus = 2): Life => {
  const [route] = routes;
  if (!route) throw new Error('no routes');
  const reports: LockReport[] = [];
  const waiting: Life['waiting'] = [];
  const body = createLockBody({
    sn,
    behaviour: 'normal',
    route,
    seed: 3,
    status,
    orgIndex: 0,
    now: () => Date.now(),
    after: (what, task) => void waiting.push([what, task]),
    send: (report) => void reports.push(report),
  });
  return { body, reports, waiting };
};

/** Simulates some days, a minute at a time. */
const live = ({ body }: Life, days: number): void => {
  for (let i = 0; i < days * 24 * 60; i++) {
    vi.setSystemTime(Date.now() + MINUTE);
    body.live();
  }
};

describe('createLockBody', () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
  afterEach(() => void vi.useRealTimers());

  it('reports no events without a special behaviour', () => {
    const life = born('SD2600001');
    live(life, 10);
    expect(life.reports).toEqual([]);
  });

  it('reports vibration about every two hours', () => {
    const life = born('SD2600013');
    live(life, 10);
    expect(life.reports.length).toBeGreaterThan(60);
    expect(life.reports.length).toBeLessThan(200);
    for (const report of life.reports) {
      expect(report).toMatchObject({ report_reson: 0, police_type: 1011, lock_status: 2 });
    }
  });

  it.each([
    [1, 'calls about every half hour of driving'],
    [2, 'is quiet while it is sealed'],
  ] as const)('with faulty behaviour in state %i: %s', (status, _) => {
    const life = born('SD2600006', status);
    live(life, 10);
    const calls = status === 1 ? [100, 400] : [0, 0];
    const alarms = life.reports.filter(({ police_type }) => police_type === 1008);
    expect(alarms).toEqual(life.reports);
    expect(alarms.length).toBeGreaterThanOrEqual(calls[0] ?? 0);
    expect(alarms.length).toBeLessThanOrEqual(calls[1] ?? 0);
    for (const { speed = 0, lock_status } of alarms) {
      expect(speed).toBeGreaterThan(0);
      expect(lock_status).toBe(1);
    }
  });

  it('reports tampering once, until it is sealed by card', () => {
    const life = born('SD2600014');
    live(life, 20);
    expect(life.reports).toEqual([
      expect.objectContaining({ report_reson: 1, police_type: 1008, lock_status: 3 }),
    ]);
    const [[what, repair] = []] = life.waiting;
    expect(what).toBe('repair');
    repair?.();
    expect(life.reports.at(-1)).toMatchObject({ lock_status: 2, lock_action: 9 });
    expect(life.reports.at(-1)?.icc_card_no).toMatch(/^\d{10}$/);
    live(life, 20);
    expect(life.reports.at(-1)).toMatchObject({ police_type: 1008, lock_status: 3 });
  });

  it('reports no tampering after a remote seal', () => {
    const life = born('SD2600014');
    live(life, 20);
    expect(life.body.execute({ cmd: 'seal', args: {} })).toEqual({ code: 0 });
    const before = life.reports.length;
    life.waiting[0]?.[1]();
    expect(life.reports.length).toBe(before);
  });

  it('opens to a card on its list, and to no other', () => {
    const life = born('SD2600001');
    const last = () => {
      const { lock_status, lock_action, icc_card_no } = life.reports.at(-1) ?? {};
      return [lock_status, lock_action, icc_card_no];
    };
    life.body.hold('AB12');
    expect(last()).toEqual([2, 14, 'AB12']);
    expect(life.body.execute({ cmd: 'addCards', args: { cards: ['AB12'] } })).toEqual({ code: 0 });
    life.body.hold('AB12');
    expect(last()).toEqual([0, 5, 'AB12']);
    life.body.hold('AB12');
    expect(last()).toEqual([2, 9, 'AB12']);
    life.body.execute({ cmd: 'clearCards', args: {} });
    life.body.hold('AB12');
    expect(last()).toEqual([2, 14, 'AB12']);
  });

  it('opens to the cards of the gate where it waits, but not on an open shackle', () => {
    const life = born('SD2600010');
    live(life, 20);
    const swipes = life.reports.map(({ lock_action, lock_status }) => [lock_action, lock_status]);
    expect(swipes).toContainEqual([5, 0]);
    expect(swipes).toContainEqual([9, 2]);
    const open = born('SD2600010', 1);
    live(open, 20);
    expect(new Set(open.reports.map(({ lock_action }) => lock_action))).toEqual(new Set([14]));
  });

  it('refuses to unseal while unsealing is disabled', () => {
    const { body } = born('SD2600001');
    body.execute({ cmd: 'unsealEnable', args: { enable: 2 } });
    expect(body.execute({ cmd: 'unseal', args: {} })).toMatchObject({ code: 3 });
    body.execute({ cmd: 'unsealEnable', args: { enable: 1 } });
    expect(body.execute({ cmd: 'unseal', args: {} })).toEqual({ code: 0 });
  });

  it.each(['restart', 'factoryReset'])('reports a wake-up after %s', (cmd) => {
    const life = born('SD2600001');
    expect(life.body.execute({ cmd, args: {} })).toEqual({ code: 0 });
    expect(life.reports.at(-1)).toMatchObject({ report_reson: 3 });
  });

  it('runs the upgraded version and reports it at once', () => {
    const life = born('SD2600001');
    life.body.report(0);
    expect(life.reports.at(-1)?.version).not.toBe('V9.9.9');
    const answer = life.body.execute({ cmd: 'upgrade', args: { version: 'V9.9.9' } });
    expect(answer).toEqual({ code: 0 });
    expect(life.reports.at(-1)).toMatchObject({ report_reson: 3, version: 'V9.9.9' });
    life.body.report(0);
    expect(life.reports.at(-1)).toMatchObject({ report_reson: 0, version: 'V9.9.9' });
  });
});

describe('applyCommand', () => {
  it.each([
    ['seals a closed lock', 0, 'normal', 'seal', { code: 0, change: { status: 2, action: 12 } }],
    ['seals a new lock', 255, 'normal', 'seal', { code: 0, change: { status: 2, action: 12 } }],
    ['seals after tampering', 3, 'normal', 'seal', { code: 0, change: { status: 2, action: 12 } }],
    ['does not seal an open lock', 1, 'normal', 'seal', { code: 1, msg: 'Lock is open' }],
    ['unseals', 2, 'normal', 'unseal', { code: 0, change: { status: 0, action: 1 } }],
    ['unseals an open lock', 1, 'normal', 'unseal', { code: 0, change: { status: 1, action: 1 } }],
    ['accepts a setting', 2, 'normal', 'vibration', { code: 0 }],
    ['accepts an unknown command', 1, 'normal', 'whatever', { code: 0 }],
    [
      'refuses if its behaviour says so',
      2,
      'refuses',
      'unseal',
      { code: 1006, msg: 'Motor fault' },
    ],
  ] as const)('%s', (_, status, behaviour, cmd, outcome) => {
    expect(applyCommand(status, behaviour, { cmd, args: {} })).toEqual(outcome);
  });

  it.each([
    [{ version: 'V3' }, { code: 0, version: 'V3' }],
    [{}, { code: 2, msg: 'No version' }],
  ])('upgrades with %j', (args, outcome) => {
    expect(applyCommand(2, 'normal', { cmd: 'upgrade', args })).toEqual(outcome);
  });
});
