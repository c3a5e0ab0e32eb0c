import { action, choices, entity, f, reportedViews } from '../config';
import {
  dictionaryLabels,
  PARAM_STATE,
  paramError,
  paramState,
  systemParamRemarks,
} from '../domain/system';

const menu = { group: 'system', icon: 'settings' };

export const systemParams = entity('systemParams', ['System parameter', '系统参数'], {
  noun: ['system parameter |||| system parameters', '系统参数'],
  fields: {
    param_name: f.text(['Parameter', '参数名'], {
      required: true,
      unique: true,
      fixed: true,
      max: 60,
    }),
    param_text: f.text(['Value', '参数值'], { max: 400 }),
    remark: f.text(['Remark', '备注'], { max: 200, labels: Object.values(systemParamRemarks) }),
    state: f.choice(['State', '状态'], paramState, { on: ['list', 'filter', 'show'] }),
    server_time: f.datetime(['Time of the server', '服务器时间'], {
      virtual: true,
      on: ['show'],
      when: { state: [PARAM_STATE.clockInDoubt] },
    }),
  },
  actions: {
    confirmClock: action(['Confirm the clock', '确认时钟'], {
      on: 'row',
      when: { state: [PARAM_STATE.clockInDoubt] },
      deniedMessage: { state: ['No clock is in doubt here', '此处没有存疑的时钟'] },
      hiddenIfUnmet: true,
      danger: true,
      confirm: [
        'The clock of the server says %{server_time}. Is that right? Records older than the days to keep are deleted within the hour.',
        '服务器时钟显示 %{server_time}，是否正确？确认后一小时内将删除超过保留天数的记录。',
      ],
      done: ['The clock is confirmed', '已确认时钟'],
      icon: 'enable',
    }),
  },
  check: ({ param_name = '', param_text }) => {
    const complaint = paramError(param_name, param_text?.trim() ?? '');
    return complaint && { param_text: complaint };
  },
  scope: 'shared',
  sort: ['param_name', 'ASC'],
  empty: [
    'Settings of the whole installation appear here, each with what it does.',
    '整个系统的参数及其说明会列在这里。',
  ],
  menu,
});

export const dict = entity('dict', ['Dictionary', '字典'], {
  noun: ['dictionary |||| dictionaries', '字典'],
  fields: {
    dict_code: f.text(['Code', '字典编码'], {
      required: true,
      unique: true,
      fixed: true,
      max: 60,
      pattern: /^[A-Za-z][A-Za-z0-9_]*$/,
      message: [
        'A letter, then letters, digits and underscores',
        '以字母开头，可含字母、数字和下划线',
      ],
    }),
    dict_text: f.text(['Name', '字典名称'], {
      required: true,
      max: 60,
      inline: true,
      labels: Object.values(dictionaryLabels),
    }),
  },
  title: 'dict_text',
  scope: 'shared',
  sort: ['dict_code', 'ASC'],
  related: [
    { entity: 'dictItem', foreignField: 'dict_id', localField: 'id', label: ['Items', '字典项'] },
  ],
  empty: [
    'A dictionary holds choices that you define. Add one, then its items.',
    '字典存放可自行扩充的选项。先新建字典，再添加字典项。',
  ],
  menu: { ...menu, icon: 'dict' },
});

export const dictItem = entity('dictItem', ['Dictionary item', '字典项'], {
  noun: ['dictionary item |||| dictionary items', '字典项'],
  fields: {
    dict_id: f.ref(['Dictionary', '字典'], 'dict', {
      required: true,
      fixed: true,
      via: 'dict_text',
    }),
    dict_code: f.text(['Dictionary code', '字典编码'], {
      max: 60,
      indexed: true,
      on: reportedViews,
    }),
    item_code: f.text(['Code', '字典项编码'], { required: true, fixed: true, max: 60 }),
    item_text: f.text(['Text', '字典项名称'], { required: true, max: 60, inline: true }),
    item_text_zh: f.text(['Text in Chinese', '中文名称'], { max: 60, inline: true }),
    sort: f.number(['Order', '排序'], { integer: true, inline: true }),
  },
  title: 'item_text',
  scope: 'shared',
  rules: [
    {
      unique: ['dict_id', 'item_code'],
      at: 'item_code',
      message: ['This dictionary already has an item with this code', '该字典中已有此编码'],
    },
  ],
  sort: ['sort', 'ASC'],
  empty: [
    'Add the choices of a dictionary here, each with a code and a text.',
    '在此为字典添加选项，每项包含编码与文本。',
  ],
  menu: { ...menu, icon: 'dict' },
});

const appTerminal = choices([
  ['android', 'Android app', '安卓 APP'],
  ['ios', 'iOS app', 'iOS APP'],
  ['miniProgram', 'Mini program', '小程序'],
]);

const webTerminal = choices([
  ['web', 'This console', '管理后台'],
  ['screen', 'Wall screen', '大屏'],
]);

const mapCode = choices([
  ['amap', 'Amap', '高德地图'],
  ['baidu', 'Baidu', '百度地图'],
  ['google', 'Google', '谷歌地图'],
  ['mapWorld', 'World map', '世界地图'],
]);

const keyOfMap = f.text(['Key', '地图密钥'], { required: true, max: 200 });

const oneKey = {
  unique: ['mapCode', 'useTerminal'],
  at: 'mapCode',
  message: ['This map already has a key for this terminal', '该地图在此终端上已有密钥'],
} as const;

export const mapKey = entity('mapKey', ['Map key (apps)', '地图密钥（APP）'], {
  noun: ['map key |||| map keys', '地图密钥'],
  fields: {
    mapCode: f.choice(['Map', '地图'], mapCode, { required: true }),
    useTerminal: f.choice(['Terminal', '使用终端'], appTerminal, { required: true }),
    mapKey: keyOfMap,
  },
  scope: 'shared',
  rules: [oneKey],
  empty: [
    'Enter the keys from your map providers for the apps.',
    '在此填写地图服务商提供的 APP 密钥。',
  ],
  menu: { ...menu, icon: 'key' },
});

export const mapKeyWeb = entity('mapKeyWeb', ['Map key (web)', '地图密钥（网页）'], {
  noun: ['map key |||| map keys', '地图密钥'],
  fields: {
    mapCode: f.choice(['Map', '地图'], mapCode, { required: true }),
    useTerminal: f.choice(['Terminal', '使用终端'], webTerminal, {
      required: true,
      initial: 'web',
    }),
    mapKey: keyOfMap,
  },
  scope: 'shared',
  rules: [oneKey],
  empty: [
    'Enter the keys from your map providers for web pages. Their streets then appear on the map.',
    '在此填写地图服务商提供的网页密钥，地图即可显示其街道。',
  ],
  menu: { ...menu, icon: 'key' },
});

const security = choices([
  ['tls', 'TLS', 'TLS'],
  ['starttls', 'STARTTLS', 'STARTTLS'],
  ['none', 'None', '无'],
]);

export const emailKey = entity('emailKey', ['Mail account', '邮箱账号'], {
  noun: ['mail account |||| mail accounts', '邮箱账号'],
  fields: {
    sender: f.email(['Sender', '发件邮箱'], { required: true, unique: true }),
    host: f.text(['SMTP server', 'SMTP 服务器'], {
      required: true,
      max: 120,
      pattern: /^[A-Za-z0-9.:_-]+$/,
      message: ['Enter a host name or an address', '主机名或地址'],
    }),
    port: f.number(['Port', '端口'], {
      code: true,
      required: true,
      integer: true,
      min: 1,
      max: 65_535,
      initial: 465,
    }),
    security: f.choice(['Encryption', '加密方式'], security, { required: true, initial: 'tls' }),
    user: f.text(['User name', '用户名'], { max: 120 }),
    password: f.password(['Password', '密码']),
    enabled: f.boolean(['Enabled', '启用'], { initial: true }),
  },
  scope: 'shared',
  verbs: ['list', 'get', 'add', 'update', 'delete'],
  filter: ['sender', 'host', 'enabled'],
  form: [['sender', 'security'], ['host', 'port'], ['user', 'password'], 'enabled'],
  actions: {
    test: action(['Send test mail', '发送测试邮件'], {
      on: 'row',
      args: { to: f.email(['To', '收件邮箱'], { required: true }) },
      icon: 'mail',
    }),
  },
  empty: [
    'Add the mail account that alarms are sent from, then send a test mail.',
    '添加用于发送报警的邮箱账号，然后发送测试邮件。',
  ],
  menu: { ...menu, icon: 'mail' },
});
