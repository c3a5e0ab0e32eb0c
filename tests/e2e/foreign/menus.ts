const buttons = ['save', 'modify', 'remove', 'download'].map((call) => ({
  btnCode: `YARD_${call.toUpperCase()}`,
  btnName: call,
  actionUrl: `/site/yard/${call}`,
}));

const deviceButtons = ['add', 'update'].map((call) => ({
  btnCode: `device:${call}`,
  btnName: call,
  actionUrl: `/device/${call}`,
}));

interface Menu {
  readonly id: number;
  readonly sid: number;
  readonly remarks: string;
  readonly menu_code: string;
  readonly menu_url: string;
  readonly menu_name?: readonly [en: string, zh: string];
  readonly buttons?: readonly object[];
}

/**
 * Returns the flat list of getAuth: groups, a page that the customer declares, two shipped pages, and one that is not
 * declared. `tracker` has the location records too.
 */
export const menusOf = (name: string, zh: boolean) => {
  const menus: readonly Menu[] = [
    { id: 1, sid: 0, remarks: '1', menu_code: 'dashboard', menu_url: 'dashboard' },
    { id: 2, sid: 0, remarks: '1', menu_code: 'site', menu_url: '0', menu_name: ['Sites', '场地'] },
    {
      id: 3,
      sid: 2,
      remarks: '2',
      menu_code: 'yardList',
      menu_url: '/yard/index',
      menu_name: ['Yards', '堆场'],
      ...(name !== 'reader' && { buttons }),
    },
    {
      id: 4,
      sid: 2,
      remarks: '2',
      menu_code: 'oldReport',
      menu_url: 'report/legacy',
      menu_name: ['Old report', '旧报表'],
    },
    ...(name === 'tracker'
      ? [{ id: 6, sid: 0, remarks: '1', menu_code: 'tracks', menu_url: 'deviceLocationRecord' }]
      : []),
    {
      id: 5,
      sid: 0,
      remarks: '1',
      menu_code: 'deviceList',
      menu_url: 'device',
      ...(name !== 'reader' && { buttons: deviceButtons }),
    },
  ];
  return menus.map(({ menu_name, ...menu }) => ({
    menu_icon: '',
    hidden: 'false',
    ...menu,
    menu_name: menu_name?.[zh ? 1 : 0],
  }));
};
