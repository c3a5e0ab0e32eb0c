import { executeAll, type Migration } from './migrate';

/**
 * Adds the place that each menu was seeded at, by which a start sees whether an administrator has moved it. Earlier ones
 * are known of the menus that moved with this release.
 */
export const menuPlaces: Migration = {
  name: '0088_menu_places',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table planted add column parent text, add column hidden boolean',
      `update planted set parent = 'deviceRecord', hidden = false
        where kind = 'menu' and code in ('connectionRecord', 'lockMessage')`,
      `update planted set parent = 'alarm', hidden = false
        where kind = 'menu' and code in ('alarmMute', 'shiftNote')`,
    ]),
};
