import { sql } from 'kysely';
import { type Label, textOf } from '../../domain/label';
import { isOlder } from '../../domain/ticket';
import type { Database } from '../db';
import { type CommandCall, type Plan, refusal } from './fleet';

interface Version {
  readonly firmware_version: string;
  readonly firmware_path: string;
  readonly device_type_id: number | null;
  readonly sha256: string | null;
  readonly size: number | null;
}

const missing: Label = ['There is no such firmware version', '固件版本不存在'];

const otherType = (version: string): Label => [
  `version ${version} is for locks of another type`,
  `版本 ${version} 不适用于该设备类型`,
];

const older = (version: string, runs: string): Label => [
  `version ${version} is older than what it runs (${runs})`,
  `版本 ${version} 低于设备当前版本（${runs}）`,
];

/**
 * An upgrade names a version by its id; the lock gets what it needs to fetch the file and to check that it is the
 * right one. A version made for one type is never sent to another: the lock would not start again. Nor is an older one:
 * it may not understand what the newer one has written.
 */
export const upgradePlan = async (
  db: Database,
  { args: { firmware }, filesUrl, locale }: CommandCall,
): Promise<Plan> => {
  // Before anything is chosen nobody is refused.
  if (firmware === undefined) return { args: {}, refuse: () => [] };
  const { rows } = await sql<Version>`
    select firmware_version, firmware_path, device_type_id, sha256, size from firmware
    where id = ${firmware} for key share`.execute(db);
  const [version] = rows;
  if (!version) {
    const why = textOf(missing, locale);
    return { args: { firmware }, refuse: ({ sn }) => [{ sn, code: 'notFound', why, desc: why }] };
  }
  const { firmware_version, firmware_path, device_type_id, sha256, size } = version;
  return {
    args: {
      firmware,
      version: firmware_version,
      url: `${filesUrl}/${firmware_path}`,
      sha256,
      size,
    },
    refuse: ({ sn, device_type_id: type, version: runs }) => {
      if (device_type_id !== null && device_type_id !== type) {
        return refusal(sn, 'conflict', otherType(firmware_version), locale);
      }
      return typeof runs === 'string' && isOlder(firmware_version, runs)
        ? refusal(sn, 'conflict', older(firmware_version, runs), locale)
        : [];
    },
  };
};
