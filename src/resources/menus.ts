import type { MenuSeed } from '../config';

/** The menu tree of a new database; an entity that is not named here arrives under its `menu.group`. */
export const menus: readonly MenuSeed[] = [
  { code: 'dashboard', label: ['Home', '首页'], icon: 'home', url: 'dashboard' },
  { code: 'amap', label: ['Amap', '高德地图'], icon: 'map', url: 'map/amap', hidden: true },
  {
    code: 'mapWorld',
    label: ['World map', '世界地图'],
    icon: 'world',
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
      { code: 'latestData', label: ['Latest data', '最新数据'], icon: 'sensor', url: 'latestData' },
      { code: 'playback', label: ['Track playback', '轨迹回放'], icon: 'retry', url: 'playback' },
      { code: 'cardRenewal', label: ['SIM renewal', 'SIM卡续费'], icon: 'sim', url: 'cardRenewal' },
      { code: 'icCard', label: ['IC cards', 'IC卡管理'], icon: 'card', url: 'icCard' },
      {
        code: 'alarmConfig',
        label: ['Alarm settings', '报警设置'],
        icon: 'alarm',
        url: 'alarmConfig',
      },
      {
        code: 'regionalRuleList',
        label: ['Regional rules', '区域刷卡规则'],
        icon: 'rule',
        url: 'regionalRule',
      },
    ],
  },
  {
    code: 'batch',
    label: ['Batches', '批量操作'],
    icon: 'batch',
    children: [
      {
        code: 'batchAddDevice',
        label: ['Add devices', '批量添加设备'],
        icon: 'upload',
        url: 'batchAddDevice',
      },
      {
        code: 'batchAddICCard',
        label: ['Add IC cards', '批量添加IC卡'],
        icon: 'card',
        url: 'batchAddICCard',
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
    code: 'device',
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
      {
        code: 'fireWareManage',
        label: ['Firmware versions', '固件管理'],
        icon: 'upgrade',
        url: 'firmware',
      },
      {
        code: 'fireWareLs',
        label: ['Firmware of locks', '设备固件列表'],
        icon: 'chip',
        url: 'firmwareList',
      },
      {
        code: 'upgradeRecord',
        label: ['Upgrade record', '升级记录'],
        icon: 'history',
        url: 'upgradeRecord',
      },
    ],
  },
  {
    code: 'textMessage',
    label: ['SMS', '短信'],
    icon: 'sms',
    children: [
      { code: 'smsRecord', label: ['SMS records', '短信记录'], icon: 'sms', url: 'smsRecord' },
      {
        code: 'SmsStatistics',
        label: ['SMS statistics', '短信统计'],
        icon: 'chart',
        url: 'SmsStatistics',
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
        icon: 'params',
        url: 'systemParams',
      },
      { code: 'dictManage', label: ['Dictionaries', '字典管理'], icon: 'dict', url: 'dict' },
      { code: 'dictItem', label: ['Dictionary items', '字典项'], icon: 'list', url: 'dictItem' },
      { code: 'mapKey', label: ['Map keys (apps)', '地图密钥（APP）'], icon: 'key', url: 'mapKey' },
      {
        code: 'mapKeyWeb',
        label: ['Map keys (web)', '地图密钥（网页）'],
        icon: 'key',
        url: 'mapKeyWeb',
      },
      { code: 'emailKey', label: ['Mail accounts', '邮箱账号'], icon: 'mail', url: 'emailKey' },
      { code: 'exportJob', label: ['Exports', '导出任务'], icon: 'download', url: 'exportJob' },
    ],
  },
];
