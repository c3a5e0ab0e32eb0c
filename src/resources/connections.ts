import { action, entity, f, readViews } from '../config';
import { alarmKind, faultCode } from '../domain/alarm';
import {
  contactEvent,
  contactReason,
  MAX_STORED_MESSAGES,
  messageDirection,
} from '../domain/connection';
import { lockProtocol, PROTOCOL } from '../domain/family';
import { lockAction, lockState, lockStatus, positionType, reportType } from '../domain/lock';

const at = f.datetime(['Time', '时间'], { indexed: true });
const address = f.text(['From', '来源地址'], { max: 60 });

/** Connections and disconnections of each lock, and refusals with their reason. */
export const connectionRecord = entity('connectionRecord', ['Connection', '连接记录'], {
  noun: ['connection |||| connections', '连接记录'],
  fields: {
    create_time: at,
    sn: f.lock(['SN', '设备号'], { max: 32, indexed: true }),
    event: f.choice(['Event', '事件'], contactEvent),
    reason: f.choice(['Reason', '原因'], contactReason),
    detail: f.text(['Detail', '详情'], { max: 400 }),
    address,
  },
  title: 'sn',
  record: { time: 'create_time' },
  sort: ['create_time', 'DESC'],
  empty: [
    'Locks that connect, disconnect or are refused appear here.',
    '设备连接、断开或被拒绝时会列在这里。',
  ],
  menu: { group: 'system', icon: 'sensor' },
});

/** Labels of the codes in a report. */
const reportWords = {
  lock_status: lockStatus,
  lock_state: lockState,
  lock_action: lockAction,
  report_reson: reportType,
  position_status: positionType,
  police_type: alarmKind,
  fault_code: faultCode,
};

/** Latest messages between each lock and this server, raw and decoded. */
export const lockMessage = entity('lockMessage', ['Message', '通讯报文'], {
  noun: ['message |||| messages', '通讯报文'],
  fields: {
    create_time: f.datetime(['Time', '时间']),
    sn: f.lock(['SN', '设备号'], { max: 32 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', {
      via: 'org_name',
      on: ['filter', 'show', 'export'],
    }),
    direction: f.choice(['Direction', '方向'], messageDirection),
    carrier: f.choice(['Protocol', '协议'], lockProtocol, { on: ['filter', 'show', 'export'] }),
    channel: f.text(['Channel', '通道'], { max: 40 }),
    said: f.json(['Decoded', '解析结果'], { words: reportWords }),
    raw: f.text(['Raw', '原始报文'], { multiline: true, on: readViews }),
    why: f.text(['Not decoded', '未能解析'], { on: readViews }),
  },
  title: 'sn',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: ['create_time', 'sn', 'direction', 'channel', 'said', 'why'],
  filter: ['create_time', 'sn', 'org_id', 'direction', 'channel'],
  sort: ['create_time', 'DESC'],
  poll: 5000,
  note: [
    'Reports are kept while the messages of one lock are open, and for 30 minutes after. Faults, commands and replies are always kept.',
    '仅在打开单台设备的报文期间及之后 30 分钟内保留其上报；故障、指令与应答始终保留。',
  ],
  empty: [
    `The last ${MAX_STORED_MESSAGES} messages of each lock appear here, raw and decoded.`,
    `每台设备最近 ${MAX_STORED_MESSAGES} 条报文会列在这里，包括原始内容与解析结果。`,
  ],
  menu: { group: 'system', icon: 'log' },
});

/** Unknown locks that tried to connect: the latest 1,000. */
export const waitingLock = entity('waitingLock', ['Unknown lock', '待纳管设备'], {
  noun: ['unknown lock |||| unknown locks', '待纳管设备'],
  fields: {
    sn: f.text(['SN', '设备号'], { max: 32, unique: true }),
    protocol: f.choice(['Protocol', '协议'], lockProtocol, { initial: PROTOCOL.mqtt }),
    last_time: f.datetime(['Last seen', '最近出现'], { relative: true }),
    first_time: f.datetime(['First seen', '首次出现']),
    times: f.number(['Attempts', '尝试次数'], { integer: true }),
    address,
  },
  verbs: ['list', 'get', 'delete', 'export'],
  filter: ['sn', 'protocol', 'last_time'],
  sort: ['last_time', 'DESC'],
  actions: {
    adopt: action(['Adopt', '纳管'], {
      done: ['Lock adopted |||| %{smart_count} locks adopted', '已纳管 %{smart_count} 台设备'],
      args: {
        org_id: f.refTree(['Organisation', '机构'], 'org', { required: true }),
        device_type_id: f.ref(['Device type', '设备类型'], 'deviceType'),
        factory_id: f.ref(['Manufacturer', '厂家'], 'factory'),
        connect: f.boolean(['Connect now', '立即接入'], {
          initial: false,
          help: [
            'The access details, including passwords, are shown once. For several locks they come as CSV',
            '接入信息（含密码）仅显示一次，多台时以 CSV 提供',
          ],
        }),
      },
      icon: 'enable',
    }),
  },
  empty: [
    'Locks that try to connect before you add them appear here, ready to adopt.',
    '尚未添加就尝试连接的设备会列在这里，可直接纳管。',
  ],
  menu: { group: 'device', icon: 'sensor' },
});
