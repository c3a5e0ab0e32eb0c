import { sql, type Transaction } from 'kysely';
import { roleLabels } from '../../domain/roles';
import type { Tables } from '../store';

/** What an operator on shift needs: the map, the devices, what happened to them, seal and unseal. */
const SHIFT_MENUS = [
  'dashboard',
  'amap',
  'mapWorld',
  'google',
  'baidu',
  'operation',
  'deviceList',
  'appointmentCommandRecord',
  'lockHistory',
  'latestData',
  'cardRenewal',
  'deviceRecord',
  'deviceLocationRecord',
  'statusChangeRecord',
  'alertRecord',
];
const SHIFT_BUTTONS = [
  'device:seal',
  'device:unseal',
  'device:export',
  'appointmentCommandRecord:cancel',
  'appointmentCommandRecord:resend',
  'appointmentCommandRecord:export',
  'lockHistory:export',
];

/** An organisation's administrator changes nothing that all tenants share. */
const SHARED = [
  'menu',
  'button',
  'factory',
  'deviceType',
  'firmware',
  'systemParams',
  'dict',
  'dictItem',
  'mapKey',
  'mapKeyWeb',
  'emailKey',
];

/** Makes the two roles of the demo below the system administrator's. */
export const seedRoles = async (trx: Transaction<Tables>, rootRole: number) => {
  const make = async (name: string, parent: number): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into role ("roleName", parent_id, create_time)
      values (${name}, ${parent}, ${Date.now()}) returning id`.execute(trx);
    return rows[0]?.id as number;
  };
  const administrator = await make(roleLabels.administrator[0], rootRole);
  const shift = await make(roleLabels.shift[0], administrator);
  await sql`
    insert into role_menu (role_id, menu_id) select ${administrator}, id from menu`.execute(trx);
  await sql`
    insert into role_button (role_id, button_id)
    select ${administrator}, id from button
    where split_part("btnCode", ':', 1) <> all(${SHARED})
       or "btnCode" like '%:export'`.execute(trx);
  await sql`
    insert into role_menu (role_id, menu_id)
    select ${shift}, id from menu where "menuCode" = any(${SHIFT_MENUS})`.execute(trx);
  await sql`
    insert into role_button (role_id, button_id)
    select ${shift}, id from button where "btnCode" = any(${SHIFT_BUTTONS})`.execute(trx);
  return { administrator, shift };
};
