import { type Command, unmet } from '../../../config';
import type { LiveDevice } from '../../../domain/live';
import { searchDevices } from '../../../domain/searchDevices';
import { markIn } from './find';
import type { DeviceHit } from './hits';

/** A field that live data does not carry is left to the server: it decides by the same rule. */
const isBlocked = (command: Command | undefined, device: LiveDevice): boolean =>
  unmet(command?.when, { ...device }).some((field) => field in device);

/**
 * Devices by part of their SN or name, the best first and at most `limit`. Where one is looked for to send it a
 * command, those that cannot take it now come last; the one whose SN was typed is the first in any case.
 */
export const findDevices = (
  devices: readonly LiveDevice[],
  query: string,
  limit: number,
  command?: Command,
): LiveDevice[] => {
  if (!command) return searchDevices(devices, query, limit);
  const matching = searchDevices(devices, query, devices.length);
  const isNamed = ({ sn }: LiveDevice) => sn.toLowerCase() === query.trim().toLowerCase();
  const able: LiveDevice[] = [];
  for (const device of matching) {
    if (able.length === limit) break;
    if (!isBlocked(command, device)) able.push(device);
  }
  const best = matching.slice(0, limit);
  return [...new Set([...best.filter(isNamed), ...able, ...best])].slice(0, limit);
};

/** Devices as they are shown for a query. @param command what is to be sent to one of them */
export const deviceHits = (
  devices: readonly LiveDevice[],
  query: string,
  command?: Command,
): DeviceHit[] => {
  const term = query.trim().toLowerCase();
  const marked = (text: string) => ({ text, marks: markIn(text, term) });
  return devices.map((device) => ({
    kind: 'device',
    key: `device ${device.sn}`,
    device,
    sn: marked(device.sn),
    name: marked(device.device_name),
    blocked: isBlocked(command, device),
  }));
};
