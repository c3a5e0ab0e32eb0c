import type { MenuSeed } from '../config';

/** The menu tree of a new database; an entity that is not named here arrives under its `menu.group`. */
export const menus: readonly MenuSeed[] = [
  { code: 'dashboard', label: ['Home', '首页'], icon: 'home', url: 'dashboard' },
  { code: 'amap', label: ['Amap', '高德地图'], icon: 'map', url: 'map/amap', hidden: true },
  {
    code: 'mapWorld',
    label: ['World map', '世界地图'],
    icon: 'map',
    url: 'map/mapWorld',
    hidden: true,
  },
  {
    code: 'google',
    label: ['Google map', '谷歌地图'],
    icon: 'map',
    url: 'map/google',
    hidden: true,
  },
  { code: 'baidu', label: ['Baidu map', '百度地图'], icon: 'map', url: 'map/baidu', hidden: true },
  {
    code: 'operation',
    label: ['General Manage', '综合管理'],
    icon: 'lock',
    children: [
      { code: 'deviceList', label: ['Devices', '设备列表'], icon: 'lock', url: 'device' },
      {
        code: 'appointmentCommandRecord',
        label: ['Command record', '指令记录'],
        icon: 'send',
        url: 'appointmentCommandRecord',
      },
      {
        code: 'lockHistory',
        label: ['Lock history', '开关锁历史'],
        icon: 'history',
        url: 'lockHistory',
      },
    ],
  },
  {
    code: 'deviceRecord',
    label: ['Records', '设备记录'],
    icon: 'log',
    children: [
      {
        code: 'deviceLocationRecord',
        label: ['Location record', '位置记录'],
        icon: 'place',
        url: 'deviceLocationRecord',
      },
      {
        code: 'statusChangeRecord',
        label: ['Status changes', '状态变化记录'],
        icon: 'change',
        url: 'statusChangeRecord',
      },
      {
        code: 'alertRecord',
        label: ['Alarm record', '报警记录'],
        icon: 'alarm',
        url: 'alertRecord',
      },
      {
        code: 'operationLog',
        label: ['Operation log', '操作日志'],
        icon: 'log',
        url: 'operationLog',
      },
    ],
  },
  {
    code: 'deviceBase',
    label: ['Device basics', '设备基础'],
    icon: 'category',
    children: [
      {
        code: 'deviceTypeList',
        label: ['Device types', '设备类型'],
        icon: 'category',
        url: 'deviceType',
      },
      {
        code: 'factoryList',
        label: ['Manufacturers', '厂家管理'],
        icon: 'factory',
        url: 'factory',
      },
    ],
  },
  {
    code: 'system',
    label: ['System', '系统管理'],
    icon: 'settings',
    children: [
      { code: 'org', label: ['Company', '机构管理'], icon: 'org', url: 'org' },
      { code: 'oper', label: ['User', '用户管理'], icon: 'person', url: 'oper' },
      { code: 'role', label: ['Roles', '角色管理'], icon: 'role', url: 'role' },
      { code: 'menu', label: ['Menus', '菜单管理'], icon: 'menu', url: 'menu' },
      {
        code: 'systemParams',
        label: ['System parameters', '系统参数'],
        icon: 'settings',
        url: 'systemParams',
      },
    ],
  },
];
