import type { Searchable } from '../../../../../src/console/shell/search/matcher';

type Menu = readonly [code: string, en: string, zh: string, group?: keyof typeof groups];

const groups = {
  operation: ['General Manage', '综合管理'],
  deviceRecord: ['Records', '设备记录'],
  device: ['Device basics', '设备基础'],
  system: ['System', '系统管理'],
} as const;

const menus: readonly Menu[] = [
  ['dashboard', 'Home', '首页'],
  ['deviceList', 'Devices', '设备列表', 'operation'],
  ['appointmentCommandRecord', 'Command record', '指令记录', 'operation'],
  ['lockHistory', 'Lock history', '开关锁历史', 'operation'],
  ['deviceLocationRecord', 'Location record', '位置记录', 'deviceRecord'],
  ['statusChangeRecord', 'Status changes', '状态变化记录', 'deviceRecord'],
  ['alertRecord', 'Alarm record', '报警记录', 'deviceRecord'],
  ['operationLog', 'Operation log', '操作日志', 'deviceRecord'],
  ['deviceTypeList', 'Device types', '设备类型', 'device'],
  ['factoryList', 'Manufacturers', '厂家管理', 'device'],
  ['org', 'Company', '机构管理', 'system'],
  ['oper', 'User', '用户管理', 'system'],
  ['role', 'Role', '角色管理', 'system'],
  ['menu', 'Menus', '菜单管理', 'system'],
  ['systemParams', 'System parameters', '系统参数', 'system'],
  ['dictManage', 'Dictionaries', '字典管理', 'system'],
  ['sealIssue', 'Seal commands', '施封下发', 'operation'],
  ['icCard', 'IC cards', 'IC卡管理', 'operation'],
  ['smsRecord', 'SMS records', '短信记录', 'operation'],
];

/** Returns the menus by code in one language. @param withGroupCodes also finds them by the code of their group */
export const menusIn = (locale: 'en' | 'zh', withGroupCodes = false): Searchable<string>[] =>
  menus.map(([code, en, zh, group]) => ({
    item: code,
    title: [...(group ? [groups[group][locale === 'en' ? 0 : 1]] : []), locale === 'en' ? en : zh],
    codes: [`/${code}`, ...(group && withGroupCodes ? [`/${group}`] : [])],
  }));
