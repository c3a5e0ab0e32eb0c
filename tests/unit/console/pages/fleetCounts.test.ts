import { describe, expect, it } from 'vitest';
import { countsOf } from '../../../../src/console/pages/fleetCounts';
import { DAY } from '../../../../src/domain/duration';
import type { LiveDevice } from '../../../../src/domain/live';
import type { CommunicateStatus, LockStatus } from '../../../../src/domain/lock';
import { applyDevices, fleetOf, device as sealed } from '../maps/fleet/device';

const device = (
  sn: string,
  status: LockStatus,
  communicate_status: CommunicateStatus = 1,
  electric: number | null = 80,
): LiveDevice => sealed(sn, { status, communicate_status, electric });

const NOW = Date.UTC(2026, 2, 10);

const none = { 0: 0, 1: 0, 2: 0, 3: 0, 255: 0 };

describe('the counts of a fleet', () => {
  it('are zero in an empty fleet', () => {
    expect(countsOf(fleetOf(), 20, NOW)).toEqual({
      all: 0,
      online: 0,
      offline: 0,
      asleep: 0,
      moving: 0,
      standing: 0,
      movingOpen: 0,
      offlineLong: 0,
      lowBattery: 0,
      byStatus: none,
    });
  });

  it('count each state', () => {
    const fleet = fleetOf(
      device('A', 2),
      device('B', 2, 0, 20),
      device('C', 3, 1, 21),
      device('D', 255, 0, null),
      device('E', 2, 2),
    );
    expect(countsOf(fleet, 20, NOW)).toEqual({
      all: 5,
      online: 2,
      offline: 2,
      asleep: 1,
      moving: 0,
      standing: 2,
      movingOpen: 0,
      offlineLong: 0,
      lowBattery: 1,
      byStatus: { ...none, 2: 3, 3: 1, 255: 1 },
    });
  });

  it('count moving locks by the map’s limit, and only if they are online', () => {
    const at = (sn: string, speed: number | null, changes: Partial<LiveDevice> = {}) =>
      sealed(sn, { speed, ...changes });
    const fleet = fleetOf(
      at('A', 3),
      at('B', 2.9),
      at('C', null),
      at('D', 60, { status: 1 }),
      at('E', 60, { status: 0 }),
      at('F', 60, { status: 1, communicate_status: 0 }),
      at('G', 60, { communicate_status: 2 }),
      at('H', 0, { status: 1 }),
    );
    const { moving, standing, movingOpen } = countsOf(fleet, 20, NOW);
    expect({ moving, standing, movingOpen }).toEqual({ moving: 3, standing: 3, movingOpen: 1 });
  });

  it('count locks that are offline for more than a day', () => {
    const offlineFor = (sn: string, ago: number | null, communicate_status: CommunicateStatus) =>
      sealed(sn, { report_time: ago === null ? null : NOW - ago, communicate_status });
    const fleet = fleetOf(
      offlineFor('A', DAY, 0),
      offlineFor('B', DAY - 1, 0),
      offlineFor('C', null, 0),
      offlineFor('D', 2 * DAY, 1),
      offlineFor('E', 2 * DAY, 2),
    );
    expect(countsOf(fleet, 20, NOW).offlineLong).toBe(1);
  });

  it('are after changes the same as in a new fleet', () => {
    const fleet = fleetOf(device('A', 2), device('B', 1), device('C', 0, 0, 5));
    applyDevices(fleet, [device('A', 1, 0, 10), device('D', 3)], ['B', 'unknown']);
    applyDevices(fleet, [device('A', 1, 0, 10)]);
    const anew = fleetOf(device('A', 1, 0, 10), device('C', 0, 0, 5), device('D', 3));
    expect(countsOf(fleet, 20, NOW)).toEqual(countsOf(anew, 20, NOW));
    expect(countsOf(fleet, 20, NOW).all).toBe(3);
  });
});
