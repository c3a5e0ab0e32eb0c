import type { Label, MenuSeed } from '../config';

/** Menu that opens a page: that of its code by default. */
const page = (
  code: string,
  label: Label,
  icon: string,
  options: Pick<MenuSeed, 'url' | 'hidden' | 'presetOf'> = {},
): MenuSeed => ({ code, label, icon, url: code, ...options });

/**
 * Menu tree of a new database. An entity that it does not list is added under its `menu.group`. Near-twins are presets
 * of one page, with an address and rights of their own: hidden, unless the specification names their menu.
 */
export const menus: readonly MenuSeed[] = [
  page('dashboard', ['Home', '首页'], 'home'),
  page('amap', ['Amap', '高德地图'], 'map', { url: 'map/amap', hidden: true }),
  page('mapWorld', ['World map', '世界地图'], 'world', { url: 'map/mapWorld', hidden: true }),
  page('google', ['Google map', '谷歌地图'], 'map', { url: 'map/google', hidden: true }),
  page('baidu', ['Baidu map', '百度地图'], 'map', { url: 'map/baidu', hidden: true }),
  {
    code: 'operation',
    label: ['General Manage', '综合管理'],
    icon: 'lock',
    children: [
      page('deviceList', ['Devices', '设备列表'], 'lock', { url: 'device' }),
      page('latestData', ['Latest data', '最新数据'], 'sensor'),
      page('playback', ['Track playback', '轨迹回放'], 'retry'),
      page('lockHistory', ['Lock history', '开关锁历史'], 'history'),
      page('mapManage', ['Map management', '地图管理'], 'fence'),
      page('sharedDevice', ['Shared locks', '受权设备'], 'share'),
      page('cardRenewal', ['SIM renewal', 'SIM卡续费'], 'sim'),
      // The map shows their lists too; these menus open the lists alone.
      page('fenceList', ['Geofences', '围栏'], 'fence', { url: 'fence', hidden: true }),
      page('interestPointList', ['Points of interest', '兴趣点'], 'place', {
        url: 'interestPoint',
        hidden: true,
      }),
    ],
  },
  {
    code: 'command',
    label: ['Commands', '指令'],
    icon: 'send',
    children: [
      page('sealIssue', ['Send commands', '指令下发'], 'seal'),
      page('appointmentCommandRecord', ['Command log', '指令记录'], 'log'),
      page('commandBatch', ['Command batches', '指令批次'], 'batch'),
      page('commandSchedule', ['Command schedules', '定时任务'], 'history'),
      page('basicInfoIssue', ['Lock settings', '基本信息下发'], 'settings', {
        presetOf: 'sealIssue',
      }),
      page('icCardIssue', ['Cards on locks', 'IC卡下发'], 'card', { presetOf: 'sealIssue' }),
      page('childLockIssue', ['Child locks', '子锁下发'], 'link', { presetOf: 'sealIssue' }),
      page('BluetoothManagement', ['Bluetooth', '蓝牙管理'], 'bluetooth', {
        presetOf: 'sealIssue',
      }),
    ],
  },
  {
    code: 'alarm',
    label: ['Alarms', '报警'],
    icon: 'alarm',
    children: [
      page('alarmConfig', ['Alarm settings', '报警设置'], 'person'),
      page('alarmSeverity', ['Alarm severity', '报警级别'], 'tune'),
      page('alarmEscalation', ['Alarm escalation', '报警升级'], 'upgrade'),
      page('webhook', ['Webhooks', '事件推送'], 'link'),
      // The alarm desk leads to both.
      page('alarmMute', ['Muted alarms', '报警静音'], 'mute', { hidden: true }),
      page('shiftNote', ['Shift notes', '交班留言'], 'note', { hidden: true }),
      // The records of settings, locks and organisations show both.
      page('alarmReceiver', ['Alarm recipients', '报警接收人'], 'person', { hidden: true }),
      page('alarmGrade', ['Effective severity', '生效级别'], 'tune', { hidden: true }),
    ],
  },
  {
    code: 'card',
    label: ['Cards and rules', '卡与规则'],
    icon: 'card',
    children: [
      page('icCard', ['IC cards', 'IC卡管理'], 'card'),
      page('regionalRuleList', ['Regional rules', '区域刷卡规则'], 'rule', { url: 'regionalRule' }),
    ],
  },
  {
    code: 'deviceRecord',
    label: ['Records', '设备记录'],
    icon: 'log',
    children: [
      page('alertRecord', ['Alarm desk', '报警处理'], 'alarm'),
      page('alarmHistory', ['Alarm handling log', '报警处置记录'], 'history', {
        presetOf: 'alertRecord',
      }),
      page('deviceLocationRecord', ['Location records', '位置记录'], 'place'),
      page('statusChangeRecord', ['Status changes', '状态变化记录'], 'change'),
      page('operationLog', ['Operation log', '操作日志'], 'log'),
    ],
  },
  {
    code: 'reports',
    label: ['Reports', '报表'],
    icon: 'chart',
    children: [
      page('report', ['Run report', '生成报表'], 'chart'),
      page('savedReport', ['Saved reports', '常用报表'], 'mail'),
      page('sentList', ['Weekly lists', '每周列表'], 'mail', { presetOf: 'savedReport' }),
      page('exportJob', ['Exports', '导出任务'], 'download'),
    ],
  },
  {
    code: 'organisation',
    label: ['Organisations', '机构与用户'],
    icon: 'org',
    children: [
      page('org', ['Company', '机构管理'], 'org'),
      page('oper', ['User', '用户'], 'person'),
      page('role', ['Roles', '角色管理'], 'role'),
    ],
  },
  {
    code: 'batch',
    label: ['Bulk tasks', '批量操作'],
    icon: 'batch',
    children: [
      page('batchAddDevice', ['Add devices', '批量添加设备'], 'upload'),
      page('batchAddICCard', ['Add IC cards', '批量添加IC卡'], 'card'),
      page('batchDisDevice', ['Seal permissions', '批量施解封分配'], 'share'),
      page('batchSetDevice', ['Command many locks', '批量设置'], 'send', { presetOf: 'sealIssue' }),
    ],
  },
  {
    code: 'device',
    label: ['Device setup', '设备基础'],
    icon: 'category',
    children: [
      page('waitingLock', ['Unknown locks', '待纳管设备'], 'sensor'),
      page('deviceTypeList', ['Device types', '设备类型'], 'category', { url: 'deviceType' }),
      page('factoryList', ['Manufacturers', '厂家管理'], 'factory', { url: 'factory' }),
      page('fireWareManage', ['Firmware versions', '固件管理'], 'upgrade', { url: 'firmware' }),
      page('fireWareLs', ['Firmware by lock', '设备固件列表'], 'chip', { url: 'firmwareList' }),
      page('upgradeRecord', ['Upgrade log', '升级记录'], 'history'),
    ],
  },
  {
    code: 'textMessage',
    label: ['SMS and mail', '短信与邮件'],
    icon: 'sms',
    children: [
      page('smsRecord', ['SMS log', '短信记录'], 'sms'),
      page('SmsStatistics', ['SMS statistics', '短信统计'], 'chart', {
        presetOf: 'smsRecord',
        hidden: false,
      }),
      page('noticeRecord', ['Notification log', '发送记录'], 'log', {
        presetOf: 'smsRecord',
        hidden: false,
      }),
      page('emailKey', ['Mail accounts', '邮箱账号'], 'mail'),
    ],
  },
  {
    code: 'system',
    label: ['System', '系统管理'],
    icon: 'settings',
    children: [
      page('menu', ['Menus', '菜单管理'], 'menu'),
      page('systemParams', ['System parameters', '系统参数'], 'params'),
      page('dictManage', ['Dictionaries', '字典管理'], 'dict', { url: 'dict' }),
      page('mapKeyWeb', ['Map keys', '地图密钥'], 'key'),
      page('connectionRecord', ['Connections', '连接记录'], 'link'),
      page('lockMessage', ['Messages', '通讯报文'], 'list'),
      page('dictItem', ['Dictionary items', '字典项'], 'list', { presetOf: 'dictManage' }),
      page('mapKey', ['Map keys (apps)', '地图密钥（APP）'], 'key', { presetOf: 'mapKeyWeb' }),
    ],
  },
];
