import { type Command, unmet } from '../../../config';
import type { LiveDevice } from '../../../domain/live';
import { markIn } from './find';
import type { DeviceHit } from './hits';

/** A field that live data does not carry is left to the server: it decides by the same rule. */
const isBlocked = (command: Command | undefined, device: LiveDevice): boolean =>
  unmet(command?.when, { ...device }).some((field) => field in device);

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
