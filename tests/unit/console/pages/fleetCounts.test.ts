import { describe, expect, it } from 'vitest';
import { countsOf } from '../../../../src/console/pages/fleetCounts';
import type { LiveDevice } from '../../../../src/domain/live';
import type { CommunicateStatus, LockStatus } from '../../../../src/domain/lock';
import { applyDevices, fleetOf, device as sealed } from '../maps/fleet/device';

const device = (
  sn: string,
  status: LockStatus,
  communicate_status: CommunicateStatus = 1,
  electric: number | null = 80,
  alarms = 0,
): LiveDevice => sealed(sn, { status, communicate_status, electric, alarms });

const none = { 0: 0, 1: 0, 2: 0, 3: 0, 255: 0 };

describe('the counts of a fleet', () => {
  it('are nothing in an empty fleet', () => {
    expect(countsOf(fleetOf(), 20)).toEqual({
      all: 0,
      online: 0,
      offline: 0,
      asleep: 0,
      lowBattery: 0,
      alarms: 0,
      byStatus: none,
    });
  });

  it('count each kind', () => {
    const fleet = fleetOf(
      device('A', 2),
      device('B', 2, 0, 20, 2),
      device('C', 3, 1, 21, 1),
      device('D', 255, 0, null),
      device('E', 2, 2),
    );
    expect(countsOf(fleet, 20)).toEqual({
      all: 5,
      online: 2,
      offline: 2,
      asleep: 1,
      lowBattery: 1,
      alarms: 3,
      byStatus: { ...none, 2: 3, 3: 1, 255: 1 },
    });
  });

  it('are the same after changes as of a fleet told anew', () => {
    const fleet = fleetOf(device('A', 2, 1, 80, 4), device('B', 1), device('C', 0, 0, 5));
    applyDevices(fleet, [device('A', 1, 0, 10, 1), device('D', 3)], ['B', 'unknown']);
    applyDevices(fleet, [device('A', 1, 0, 10, 1)]);
    const anew = fleetOf(device('A', 1, 0, 10, 1), device('C', 0, 0, 5), device('D', 3));
    expect(countsOf(fleet, 20)).toEqual(countsOf(anew, 20));
    expect(countsOf(fleet, 20).all).toBe(3);
  });
});
