import { action, choices, entity, f, readViews, reportedViews } from '../config';
import { communicateStatus, lockStatus } from '../domain/lock';
import { seal, unseal } from './commands';
import { bySn, shownPlace } from './records';

const shareState = choices(
  [
    [1, 'Active', '生效中'],
    [2, 'Revoked', '已撤销'],
  ],
  { 1: 'success' },
  { signs: { 2: 'none' } },
);

/** A grant is never edited. */
const writtenViews = ['list', 'create', 'show', 'export'] as const;
const filteredViews = [...writtenViews, 'filter'] as const;

/**
 * Rights to seal or unseal locks, granted to other organisations for a time. A grant is only revoked.
 */
export const batchDisDevice = entity('batchDisDevice', ['Seal permission', '施解封授权'], {
  noun: ['seal permission |||| seal permissions', '施解封授权'],
  fields: {
    devices: f.refs(['Devices', '设备'], 'device', { required: true, max: 500, on: filteredViews }),
    orgs: f.refs(['To organisations', '分配给机构'], 'org', {
      required: true,
      max: 100,
      help: [
        'Your own organisation and those below it. Only an administrator above both can lend to a sister organisation',
        '仅可选择本机构及下级机构；分配给平级机构须由共同的上级机构管理员操作',
      ],
      on: filteredViews,
    }),
    may_seal: f.boolean(['May seal', '允许施封'], { initial: true, on: filteredViews }),
    may_unseal: f.boolean(['May unseal', '允许解封'], { initial: false, on: filteredViews }),
    ends: f.datetime(['Until', '有效期至'], {
      min: 'now',
      on: writtenViews,
      help: ['Leave empty for no end date', '留空则在撤销前一直有效'],
    }),
    remark: f.text(['Remark', '备注'], { max: 200, on: writtenViews }),
    state: f.choice(['State', '状态'], shareState, { on: reportedViews }),
    oper: f.text(['Who', '操作人'], { max: 80, on: readViews }),
    create_time: f.datetime(['Created', '创建时间'], { on: reportedViews, indexed: true }),
  },
  title: 'create_time',
  stamps: { oper: '@name' },
  states: { field: 'state', start: 1, moves: { revoke: [1, 2] } },
  verbs: ['list', 'get', 'add', 'export'],
  columns: ['create_time', 'devices', 'orgs', 'may_seal', 'may_unseal', 'ends', 'state', 'oper'],
  card: ['devices', 'orgs', 'may_seal', 'may_unseal', 'ends', 'state'],
  filter: ['create_time', 'devices', 'orgs', 'state'],
  form: ['devices', 'orgs', ['may_seal', 'may_unseal'], 'ends', 'remark'],
  check: ({ devices, orgs, may_seal, may_unseal }) => ({
    ...(devices?.length === 0 && {
      devices: ['Please Select At Least One Device', '请至少选择一台设备'] as const,
    }),
    ...(orgs?.length === 0 && {
      orgs: ['Please Select At Least One Organisation', '请至少选择一个机构'] as const,
    }),
    ...(!may_seal &&
      !may_unseal && {
        may_seal: ['Choose seal, unseal, or both', '请至少选择施封或解封'] as const,
      }),
  }),
  actions: {
    revoke: action(['Revoke', '撤销'], {
      done: [
        'Seal permission revoked |||| %{smart_count} seal permissions revoked',
        '已撤销 %{smart_count} 项授权',
      ],
      confirm: [
        'These organisations can no longer seal or unseal the locks. Waiting commands are cancelled.',
        '对方将不能再对这些设备施封或解封，仍在等待的指令将被取消。',
      ],
      danger: true,
      icon: 'disable',
    }),
  },
  sort: ['create_time', 'DESC'],
  empty: [
    'Let another organisation seal or unseal some of your locks. Choose the locks, the organisation and an end date.',
    '可授权其他机构对您的设备施封或解封：选择设备、机构及截止日期。',
  ],
  menu: { group: 'batch', icon: 'batch' },
});

/** Locks of other organisations that an organisation may seal or unseal. */
export const sharedDevice = entity('sharedDevice', ['Shared lock', '受权设备'], {
  noun: ['shared lock |||| shared locks', '受权设备'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32, via: 'device_name' }),
    device_name: f.text(['Name', '设备名称'], { max: 60 }),
    owner_name: f.text(['Belongs to', '所属机构'], {
      max: 60,
      on: readViews,
    }),
    org_id: f.refTree(['Shared with', '分配给'], 'org', { via: 'org_name' }),
    may_seal: f.boolean(['May seal', '允许施封']),
    may_unseal: f.boolean(['May unseal', '允许解封']),
    ends: f.datetime(['Until', '有效期至'], { on: readViews }),
    status: f.choice(['Lock status', '锁状态'], lockStatus),
    communicate_status: f.choice(['Connection', '通讯状态'], communicateStatus),
    electric: f.battery(['Battery', '电量'], { low: 20, on: readViews }),
    report_time: f.datetime(['Last report', '最近上报'], { relative: true, on: readViews }),
    ...shownPlace,
    lat: f.number(['Latitude', '纬度'], { on: ['export'] }),
    lon: f.number(['Longitude', '经度'], { on: ['export'] }),
  },
  nameField: 'device_name',
  derived: true,
  verbs: ['list', 'get', 'export'],
  columns: [
    'sn',
    'owner_name',
    'status',
    'communicate_status',
    'may_seal',
    'may_unseal',
    'ends',
    'place_name',
  ],
  filter: ['sn', 'status', 'may_seal', 'may_unseal'],
  sort: ['device_name', 'ASC'],
  poll: 5000,
  commands: { seal, unseal },
  related: [
    {
      entity: 'appointmentCommandRecord',
      ...bySn,
      label: ['Commands', '指令'],
      empty: ['You have not sent this lock any commands yet.', '尚未向该设备下发过指令。'],
    },
  ],
  empty: ['No organisation has shared locks with yours.', '暂无其他机构授权您施封或解封的设备。'],
  menu: { group: 'operation', icon: 'lock' },
});
