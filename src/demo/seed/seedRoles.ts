import { roleLabels } from '../../domain/system';
import { storeGrants } from '../../server/auth';
import type { Database } from '../../server/db';
import { plant, required } from './insert';

/** Menus for an operator on shift: the map, the devices with their records, seal and unseal. */
const SHIFT_MENUS = `dashboard amap mapWorld google baidu operation deviceList command
  appointmentCommandRecord lockHistory latestData playback cardRenewal deviceRecord
  deviceLocationRecord statusChangeRecord alertRecord alarmMute shiftNote reports report savedReport`;
const SHIFT_BUTTONS = `savedReport:add savedReport:update savedReport:delete device:seal device:unseal
  device:export alertRecord:take alertRecord:process alertRecord:mute alarmMute:end shiftNote:add
  shiftNote:read appointmentCommandRecord:cancel appointmentCommandRecord:resend
  appointmentCommandRecord:export lockHistory:export`;

/** Entities whose records all tenants share, so that an organisation's administrator may only export them. */
const SHARED = `menu button factory deviceType firmware systemParams dict dictItem mapKey mapKeyWeb emailKey`;

type IsGranted = (code: string) => boolean;

const oneOf = (codes: string): IsGranted => {
  const granted = new Set(codes.split(/\s+/));
  return (code) => granted.has(code);
};

export const seedRoles = async (db: Database, rootRole: number) => {
  const menus = await db.selectFrom('menu').select(['id', 'menuCode as code']).execute();
  const buttons = await db.selectFrom('button').select(['id', 'btnCode as code']).execute();
  const seedRole = async (
    [roleName]: readonly [string, ...unknown[]],
    parent_id: number,
    { menu, button }: { readonly menu: IsGranted; readonly button: IsGranted },
  ): Promise<number> => {
    const [row] = await plant(db, 'role', [{ roleName, parent_id, create_time: Date.now() }]);
    const { id: role } = required(row, 'role');
    await storeGrants(db, role, {
      menus: menus.filter(({ code }) => menu(code)).map((each) => each.id),
      buttons: buttons.filter(({ code }) => button(code)).map((each) => each.id),
    });
    return role;
  };
  const isShared = oneOf(SHARED);
  const administrator = await seedRole(roleLabels.administrator, rootRole, {
    menu: () => true,
    button: (code) => !isShared(code.replace(/:.*/, '')) || code.endsWith(':export'),
  });
  const shift = await seedRole(roleLabels.shift, administrator, {
    menu: oneOf(SHIFT_MENUS),
    button: oneOf(SHIFT_BUTTONS),
  });
  return { administrator, shift };
};
