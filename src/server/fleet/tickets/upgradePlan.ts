import { sql } from 'kysely';
import { type Label, textOf } from '../../../domain/label';
import type { Database } from '../../store';
import type { CommandCall, Refusal } from '../Fleet';
import type { Plan, Target } from './planOf';

interface Version {
  readonly firmware_version: string;
  readonly firmware_path: string;
  readonly device_type_id: number | null;
  readonly sha256: string | null;
  readonly size: number | null;
}

const missing: Label = ['There is no such firmware version', '固件版本不存在'];

const otherType = (sn: string, version: string): Label => [
  `${sn}: version ${version} is for locks of another type`,
  `${sn}：版本 ${version} 不适用于该设备类型`,
];

/**
 * An upgrade names a version by its id; the lock gets what it needs to fetch the file and to check that it is the
 * right one. A version made for one type is never sent to another: the lock would not start again.
 */
export const upgradePlan = async (
  db: Database,
  { args: { firmware }, filesUrl, locale }: CommandCall,
): Promise<Plan> => {
  const { rows } = await sql<Version>`
    select firmware_version, firmware_path, device_type_id, sha256, size from firmware
    where id = ${firmware} for key share`.execute(db);
  const refused = (code: Refusal['code'], why: Label) => (target: Target) => [
    { sn: target.sn, code, desc: textOf(why, locale) },
  ];
  const [version] = rows;
  if (!version) return { args: { firmware }, refuse: refused('notFound', missing) };
  const { firmware_version, firmware_path, device_type_id, sha256, size } = version;
  return {
    args: {
      firmware,
      version: firmware_version,
      url: `${filesUrl}/${firmware_path}`,
      sha256,
      size,
    },
    refuse: (target) =>
      device_type_id === null || device_type_id === target.device_type_id
        ? []
        : refused('conflict', otherType(target.sn, firmware_version))(target),
  };
};
