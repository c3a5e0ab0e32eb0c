import { choices, entity, f, readViews } from '../config';
import { ftpAddress } from '../domain/family';
import { TICKET_ENDINGS, ticketState } from '../domain/ticket';
import { upgrade } from './commands';

export const firmware = entity('firmware', ['Firmware version', '固件版本'], {
  noun: ['firmware version |||| firmware versions', '固件版本'],
  fields: {
    firmware_version: f.version(['Version', '版本号'], { required: true, unique: true }),
    device_type_id: f.ref(['For device type', '适用设备类型'], 'deviceType', {
      via: 'device_type',
      help: ['Leave empty for all types', '留空则适用于所有类型'],
    }),
    firmware_path: f.file(['File', '固件文件'], {
      required: true,
      accept: '.bin,.hex,.zip',
      purpose: 'firmware',
      nameIn: 'file_name',
      on: ['create', 'edit', 'show'],
    }),
    file_name: f.text(['File name', '文件名'], { max: 255, on: readViews }),
    size: f.number(['Size', '大小'], { unit: 'B', integer: true, on: readViews }),
    sha256: f.text(['Fingerprint (SHA-256)', '文件指纹（SHA-256）'], {
      max: 64,
      on: ['show', 'export'],
    }),
    byte_sum: f.number(['Byte sum', '字节和'], { integer: true, on: ['show', 'export'] }),
    ftp_address: f.text(['FTP address', 'FTP 地址'], {
      ...ftpAddress,
      on: ['create', 'edit', 'show'],
      help: [
        'Only for Jointech locks, which fetch firmware by FTP. The address of the same file, with a read-only account',
        '仅用于久通设备（只能通过 FTP 获取固件）：同一文件所在的地址，请使用只读账号',
      ],
    }),
    remark: f.text(['Remark', '备注'], { max: 200 }),
    create_time: f.datetime(['Uploaded', '上传时间'], { on: readViews }),
  },
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  scope: 'shared',
  related: [
    {
      entity: 'firmwareList',
      foreignField: 'version',
      localField: 'firmware_version',
      label: ['Locks on this version', '运行该版本的设备'],
      empty: ['No locks run this version.', '尚无设备运行该版本。'],
    },
    {
      entity: 'upgradeRecord',
      foreignField: 'firmware_version',
      localField: 'firmware_version',
      label: ['Upgrades to this version', '升级到该版本'],
      empty: ['This version has not been sent to any lock yet.', '尚未向任何设备下发该版本。'],
    },
  ],
  sort: ['create_time', 'DESC'],
  empty: [
    'Upload a version here, then select locks under Devices and upgrade them.',
    '在此上传固件版本，然后在设备列表中选择设备并下发升级。',
  ],
  menu: { group: 'device', icon: 'upgrade' },
});

const firmwareState = choices(
  [
    [1, 'Up to date', '已是最新'],
    [2, 'Out of date', '可升级'],
    [0, 'Unknown', '未知'],
  ],
  { 1: 'success', 2: 'warning' },
  { forms: { 2: 'sign' } },
);

/** Installed version of each lock, and the newest one for its type. */
export const firmwareList = entity('firmwareList', ['Lock firmware', '设备固件'], {
  noun: ['lock firmware', '设备固件'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32, via: 'device_name' }),
    device_name: f.text(['Name', '设备名称'], { max: 60 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', { via: 'device_type' }),
    version: f.text(['Installed', '当前版本'], { max: 64 }),
    newest_version: f.text(['Newest', '最新版本'], { max: 40 }),
    state: f.choice(['State', '状态'], firmwareState),
    upgrading_to: f.text(['Upgrading to', '正在升级到'], { max: 40 }),
    progress: f.number(['Progress', '进度'], { unit: '%', integer: true, on: readViews }),
  },
  nameField: 'device_name',
  derived: true,
  verbs: ['list', 'get', 'export'],
  commands: { upgrade },
  columns: ['sn', 'version', 'newest_version', 'state', 'upgrading_to', 'progress'],
  filter: ['sn', 'org_id', 'device_type_id', 'version', 'state', 'upgrading_to'],
  sort: ['device_name', 'ASC'],
  views: {
    behind: {
      label: ['Can be upgraded', '可升级'],
      synonyms: [
        ['outdated', 'old firmware'],
        ['固件过旧', '待升级'],
      ],
      filter: { state: [2] },
    },
  },
  empty: [
    'Each lock appears here with its firmware version and the newest one for its type.',
    '每台设备当前的固件版本及其类型的最新版本会列在这里。',
  ],
  menu: { group: 'device', icon: 'upgrade' },
});

/** Values of the contract. An upgrade that waits, runs or was cancelled has no result. */
const issueStatus = choices(
  [
    [1, 'Success', '成功'],
    [2, 'Failure', '失败'],
    [3, 'Failed in process', '升级过程中失败'],
  ],
  { 1: 'success', 2: 'error', 3: 'error' },
);

export const upgradeRecord = entity('upgradeRecord', ['Upgrade', '升级记录'], {
  noun: ['upgrade |||| upgrades', '升级记录'],
  fields: {
    create_time: f.datetime(['Time', '时间']),
    sn: f.lock(['SN', '设备号'], { max: 32 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    firmware_version: f.text(['Version', '版本号'], { max: 40 }),
    firware_no: f.number(['Firmware number', '固件编号'], {
      code: true,
      integer: true,
      on: ['show', 'export'],
    }),
    issue_status: f.choice(['Result', '升级结果'], issueStatus),
    state: f.choice(['State', '状态'], ticketState),
    progress: f.number(['Progress', '进度'], { unit: '%', integer: true, on: readViews }),
    wave: f.number(['Wave', '分批'], { integer: true, on: readViews }),
    batch_id: f.number(['Batch', '批次'], {
      integer: true,
      code: true,
      on: ['filter', 'show', 'export'],
    }),
    message: f.text(['Answer', '返回信息'], {
      max: 400,
      on: readViews,
      labels: TICKET_ENDINGS,
    }),
    operate_name: f.text(['Who', '操作人'], {
      max: 80,
      on: readViews,
    }),
    end_time: f.datetime(['Finished', '完成时间'], { on: readViews }),
  },
  title: 'sn',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: [
    'create_time',
    'sn',
    'org_id',
    'firmware_version',
    'state',
    'progress',
    'message',
    'operate_name',
    'end_time',
  ],
  filter: ['create_time', 'sn', 'org_id', 'firmware_version', 'issue_status', 'state', 'batch_id'],
  sort: ['create_time', 'DESC'],
  poll: 5000,
  empty: ['Upgrades appear here. Send one from Devices.', '在设备列表中下发的固件升级会列在这里。'],
  menu: { group: 'device', icon: 'upgrade' },
});
