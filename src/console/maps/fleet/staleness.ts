import type { LiveDevice } from '../../../domain/live';

/** A place older than this says where a device was. */
export const STALE_AFTER_MS = 6 * 3600_000;

/** Whether what the map shows of a device may no longer be so: it is offline, or its place is old. */
export const isStale = (device: LiveDevice, now: number): boolean =>
  device.communicate_status === 0 ||
  (device.position_time !== null && now - device.position_time > STALE_AFTER_MS);

/** Slower is standing: a fix wanders. km/h. */
const MOVING_FROM = 3;

/** Degrees from north a device heads for, null while it stands or is out of date. */
export const headingOf = (device: LiveDevice, now: number): number | null =>
  (device.speed ?? 0) >= MOVING_FROM && !isStale(device, now) ? device.course : null;
