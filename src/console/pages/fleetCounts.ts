import { useEffect, useState } from 'react';
import type { AnyEntity } from '../../config';
import type { LiveDevice } from '../../domain/live';
import { type LockStatus, lockStatus } from '../../domain/lock';
import { useLive, useLiveState } from '../data';
import { useDeclared } from './values';

/** Percent up to which a battery is low unless the declaration says otherwise. */
const LOW = 20;

/** The percentage up to which a device's battery counts as low. */
export const lowBatteryOf = (device: AnyEntity | undefined): number =>
  (device?.fields.electric?.low as number | undefined) ?? LOW;

/** The fleet in numbers, counted from live data; null until there is some. */
export const useFleetCounts = (): FleetCounts | null => {
  const live = useLive();
  const low = lowBatteryOf(useDeclared('device'));
  const known = useLiveState().lastAnswer !== null;
  const [counts, setCounts] = useState<FleetCounts | null>(null);
  useEffect(() => {
    const tally = new FleetTally(low);
    setCounts(tally.counts());
    return live.fleet((changed, gone) => {
      tally.apply(changed, gone);
      setCounts(tally.counts());
    });
  }, [live, low]);
  return known ? counts : null;
};

export interface FleetCounts {
  readonly all: number;
  readonly online: number;
  readonly offline: number;
  readonly lowBattery: number;
  /** Unprocessed alarms, not devices that have some. */
  readonly alarms: number;
  readonly byStatus: Readonly<Record<LockStatus, number>>;
}

type Countable = Pick<LiveDevice, 'sn' | 'status' | 'communicate_status' | 'electric' | 'alarms'>;

/** Counts a fleet as it changes; a change costs as much as changed, not as much as there is. */
export class FleetTally {
  private readonly devices = new Map<string, Countable>();
  private readonly statuses = new Map<LockStatus, number>();
  private online = 0;
  private lowBattery = 0;
  private alarms = 0;

  /** @param low percent up to which a battery is low */
  constructor(private readonly low: number) {}

  /** Takes in devices that are new or changed, and the SNs of those that left. */
  apply(changed: readonly Countable[], gone: readonly string[]): void {
    for (const device of changed) {
      this.count(this.devices.get(device.sn), -1);
      this.devices.set(device.sn, device);
      this.count(device, 1);
    }
    for (const sn of gone) {
      this.count(this.devices.get(sn), -1);
      this.devices.delete(sn);
    }
  }

  counts(): FleetCounts {
    const all = this.devices.size;
    const byStatus = lockStatus.map(([status]) => [status, this.statuses.get(status) ?? 0]);
    return {
      all,
      online: this.online,
      offline: all - this.online,
      lowBattery: this.lowBattery,
      alarms: this.alarms,
      byStatus: Object.fromEntries(byStatus),
    };
  }

  private count(device: Countable | undefined, by: 1 | -1): void {
    if (!device) return;
    const { status, communicate_status, electric, alarms } = device;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + by);
    if (communicate_status === 1) this.online += by;
    if (electric !== null && electric <= this.low) this.lowBattery += by;
    this.alarms += by * alarms;
  }
}
