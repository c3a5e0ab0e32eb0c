import { describe, expect, it } from 'vitest';
import { FleetTally } from '../../../../src/console/pages/fleetCounts';
import type { LockStatus } from '../../../../src/domain/lock';

const device = (
  sn: string,
  status: LockStatus,
  communicate_status: 0 | 1 = 1,
  electric: number | null = 80,
  alarms = 0,
) => ({ sn, status, communicate_status, electric, alarms });

const none = { 0: 0, 1: 0, 2: 0, 3: 0, 255: 0 };

describe('FleetTally', () => {
  it('counts nothing in an empty fleet', () => {
    expect(new FleetTally(20).counts()).toEqual({
      all: 0,
      online: 0,
      offline: 0,
      lowBattery: 0,
      alarms: 0,
      byStatus: none,
    });
  });

  it('counts each kind', () => {
    const tally = new FleetTally(20);
    tally.apply(
      [
        device('A', 2),
        device('B', 2, 0, 20, 2),
        device('C', 3, 1, 21, 1),
        device('D', 255, 0, null),
      ],
      [],
    );
    expect(tally.counts()).toEqual({
      all: 4,
      online: 2,
      offline: 2,
      lowBattery: 1,
      alarms: 3,
      byStatus: { ...none, 2: 2, 3: 1, 255: 1 },
    });
  });

  it('is the same after changes as when counted anew', () => {
    const changed = new FleetTally(20);
    changed.apply([device('A', 2, 1, 80, 4), device('B', 1), device('C', 0, 0, 5)], []);
    changed.apply([device('A', 1, 0, 10, 1), device('D', 3)], ['B', 'unknown']);
    changed.apply([device('A', 1, 0, 10, 1)], []);
    const anew = new FleetTally(20);
    anew.apply([device('A', 1, 0, 10, 1), device('C', 0, 0, 5), device('D', 3)], []);
    expect(changed.counts()).toEqual(anew.counts());
    expect(changed.counts().all).toBe(3);
  });
});
