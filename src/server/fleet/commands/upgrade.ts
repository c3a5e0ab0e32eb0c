import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { PROTOCOL } from '../../../domain/family';
import { type Label, textOf } from '../../../domain/label';
import type { LockProgress } from '../../../domain/lock';
import { isOlder, PROGRESS_LIMIT } from '../../../domain/ticket';
import { as, type Database, lit, named, optional, query, table } from '../../db';
import type { Files } from '../../files/files';
import type { ChangeSignal } from '../changeSignal';
import type { DeviceLink } from '../link';
import { type CommandCall, type CommandPlan, type CommandTarget, refuseLock } from './call';

const missing: Label = ['This firmware version does not exist', '固件版本不存在'];

const otherType = (version: string): Label => [
  `Version ${version} is for another device type`,
  `版本 ${version} 不适用于该设备类型`,
];

const older = (version: string, installed: string): Label => [
  `Version ${version} is older than the installed one (${installed})`,
  `版本 ${version} 低于设备当前版本（${installed}）`,
];

const noPublicUrl: Label = [
  'The server has no address from which locks can load firmware. Set PUBLIC_URL',
  '服务器没有供设备下载固件的地址，请设置 PUBLIC_URL',
];

const noFtp = (version: string): Label => [
  `This lock fetches firmware by FTP only, and version ${version} has no FTP address`,
  `该设备只能通过 FTP 获取固件，而版本 ${version} 没有 FTP 地址`,
];

/**
 * Plans an upgrade, which names a version by its id. The lock gets the data to fetch and verify the file. A version
 * for one device type is never sent to another, because the lock would not start again. Nor is an older version,
 * which may not understand what a newer one has stored.
 */
export const upgradePlan = async (
  db: Database,
  { args: { firmware }, filesUrl, locale }: CommandCall,
): Promise<CommandPlan> => {
  // No version is chosen yet, so no lock is refused.
  if (firmware === undefined) return { args: {}, refuse: () => [] };
  const version = await db
    .selectFrom('firmware')
    .selectAll()
    .where('id', '=', Number(firmware))
    .forKeyShare()
    .executeTakeFirst();
  if (!version) {
    const why = textOf(missing, locale);
    return { args: { firmware }, refuse: ({ sn }) => [{ sn, code: 'notFound', why, desc: why }] };
  }
  const { firmware_version, firmware_path, device_type_id, sha256, size } = version;
  const { ftp_address: ftp, byte_sum } = version;
  const args = { firmware, version: firmware_version, sha256, size };
  const isFetchedByFtp = ({ protocol }: CommandTarget) => protocol === PROTOCOL.jointech;
  return {
    args: { ...args, ...(filesUrl && { url: `${filesUrl}/${firmware_path}` }) },
    argsFor: (target) => (isFetchedByFtp(target) ? { ...args, ftp, byte_sum } : undefined),
    refuse: (target) => {
      const { sn, device_type_id: type, version: installed } = target;
      if (filesUrl === undefined && target.protocol === PROTOCOL.mqtt) {
        return refuseLock(sn, 'conflict', noPublicUrl, locale);
      }
      if (isFetchedByFtp(target) && (!ftp || byte_sum === null)) {
        return refuseLock(sn, 'conflict', noFtp(firmware_version), locale);
      }
      if (device_type_id !== null && device_type_id !== type) {
        return refuseLock(sn, 'conflict', otherType(firmware_version), locale);
      }
      return typeof installed === 'string' && isOlder(firmware_version, installed)
        ? refuseLock(sn, 'conflict', older(firmware_version, installed), locale)
        : [];
    },
  };
};

const ticket = table('appointmentCommandRecord');
const version = table('firmware');

/**
 * Creates the handler of upgrade progress. It stores each percent once, and sends the chunks that locks request. All
 * state is in the ticket, so an upgrade continues after an outage of the lock or the server. The ticket is read for
 * every chunk, because any server may end it.
 */
export const openUpgrades = (
  db: Database,
  link: Pick<DeviceLink, 'sendChunk' | 'explain'>,
  files: Pick<Files, 'find' | 'read'> | undefined,
  changed: ChangeSignal,
) => {
  /** Finds the upgrade's progress in percent, and size and name of the uploaded file. */
  const findUpgrade = async (sn: string, id: string) => {
    if (!/^\d{1,15}$/.test(id)) return undefined;
    const { rows } = await query`
      select ${ticket.$pick('progress')},
        ${as<number | null>()(sql`(${ticket.args} ->> 'size')::bigint`, 'size')},
        ${optional(named(version.firmware_path, 'name'))}
      from ${ticket.$from}
      left join ${version.$from} on ${version.id} = (${ticket.args} ->> 'firmware')::bigint
        and ${version.sha256} = ${ticket.args} ->> 'sha256'
      where ${ticket.id} = ${Number(id)} and ${ticket.sn} = ${sn} and ${ticket.cmd} = 'upgrade'
        and ${ticket.state} = 'sent'`.execute(db);
    return rows[0];
  };

  const sendChunk = async (
    sn: string,
    upgrade: NonNullable<Awaited<ReturnType<typeof findUpgrade>>>,
    { id, offset = 0, want }: LockProgress & { readonly want: number },
  ) => {
    const file = upgrade.name === null ? undefined : await files?.find(upgrade.name);
    if (!files || !file || upgrade.size === null) {
      return link.explain(sn, `ota: ${id} has no file that could be sent in pieces`);
    }
    const end = Math.min(offset + want, file.size);
    const data = await buffer(await files.read(file, { start: Math.min(offset, end), end }));
    link.sendChunk(sn, { id, offset, size: upgrade.size, data: data.toString('base64') });
  };

  return async (sn: string, progress: LockProgress): Promise<void> => {
    const { id, percent, offset, want } = progress;
    const upgrade = await findUpgrade(sn, id);
    if (!upgrade) return link.explain(sn, `ota: ${id} is no upgrade that is under way`);
    // A chunk cannot be requested at the very end of the file.
    const end = want === undefined ? upgrade.size : upgrade.size && upgrade.size - 1;
    if (offset !== undefined && end !== null && offset > end)
      return link.explain(sn, `ota: ${id} is ${upgrade.size} bytes long`);
    const newPercent =
      offset !== undefined && upgrade.size
        ? Math.min(100, Math.floor((offset * 100) / upgrade.size))
        : percent;
    // Less than before: the lock begins anew, for instance after a loss of power.
    if (newPercent !== undefined && newPercent !== upgrade.progress) {
      await storeProgress(db, id, sn, newPercent);
      changed.notify();
    }
    if (want !== undefined) await sendChunk(sn, upgrade, { ...progress, want });
  };
};

/** Stores progress and extends the deadline. A repeated percentage does not extend it. */
const storeProgress = async (db: Database, id: string, sn: string, percent: number) => {
  const until = Date.now() + PROGRESS_LIMIT;
  await db
    .updateTable('appointmentCommandRecord')
    .set((eb) => ({
      progress: percent,
      deadline: eb.fn<number>('greatest', ['deadline', eb.val(until)]),
    }))
    .where('id', '=', Number(id))
    .where('sn', '=', sn)
    .where('state', '=', lit('sent'))
    .where('progress', 'is distinct from', percent)
    .execute();
};
