import { action, entity, f, readViews, reportedViews } from '../config';
import { segmentDigits } from '../domain/card';
import { lockProtocol, PROTOCOL } from '../domain/family';
import { batchSource, importType, JOB, jobState } from '../domain/job';
import { SERIAL_CHARACTERS, serialNumber } from '../domain/lock';

const progress = {
  state: f.choice(['State', '状态'], jobState, { on: reportedViews, initial: JOB.waiting }),
  total: f.number(['Rows', '总数'], { on: readViews, integer: true }),
  done: f.number(['Done', '成功数'], { on: readViews, integer: true, initial: 0 }),
  failed: f.number(['Failed', '失败数'], { on: readViews, integer: true, initial: 0 }),
  message: f.text(['Message', '信息'], { on: readViews, max: 400 }),
  oper: f.text(['Started by', '操作人'], { on: readViews, max: 80 }),
  start_time: f.datetime(['Started', '开始时间'], { on: readViews }),
  end_time: f.datetime(['Finished', '完成时间'], { on: readViews }),
  create_time: f.datetime(['Created', '创建时间'], { on: reportedViews, indexed: true }),
};

const cancel = action(['Cancel', '取消'], {
  done: ['Stopped |||| %{smart_count} tasks stopped', '已停止 %{smart_count} 个任务'],
  on: 'row',
  when: { state: [JOB.waiting, JOB.running] },
  confirm: ['Stop? Finished rows are kept.', '确定停止吗？已完成的部分会保留。'],
  icon: 'cancel',
});

const retry = action(['Run again', '重新执行'], {
  done: [
    'Started again |||| %{smart_count} tasks started again',
    '已重新执行 %{smart_count} 个任务',
  ],
  on: 'row',
  when: { state: [JOB.doneWithErrors, JOB.failed, JOB.cancelled] },
  icon: 'retry',
});

const errors = action(['Download errors', '下载错误文件'], {
  answersFile: true,
  on: 'row',
  when: { state: [JOB.doneWithErrors, JOB.failed] },
  icon: 'download',
});

const jobs = {
  verbs: ['list', 'get', 'add', 'delete', 'export'] as const,
  actions: { cancel, retry, errors },
  sort: ['create_time', 'DESC'] as const,
  poll: 3000,
};

/** Limit of serial numbers in a range. */
const MAX_NUMBERS = 10_000;

export const batchAddDevice = entity('batchAddDevice', ['Device import', '设备添加任务'], {
  noun: ['device import |||| device imports', '设备添加任务'],
  fields: {
    importType: f.choice(['What to add', '导入类型'], importType, { required: true, initial: 1 }),
    source: f.choice(['From', '来源'], batchSource, { required: true, initial: 1 }),
    path: f.file(['Spreadsheet', '表格文件'], {
      on: ['create', 'show'],
      accept: '.xlsx',
      purpose: 'import',
      when: { source: [1] },
      help: [
        'Columns: SN, name, SIM card. For child locks: SN, name',
        '列：设备号、名称、SIM卡号；子锁为子锁号、名称',
      ],
    }),
    sn_from: f.text(['First SN', '起始设备号'], {
      max: 32,
      pattern: new RegExp(String.raw`${SERIAL_CHARACTERS}*\d$`, 'u'),
      message: [
        `${serialNumber.message[0]}. Must end with a digit`,
        `${serialNumber.message[1]}，且以数字结尾`,
      ],
      when: { source: [2] },
    }),
    amount: f.number(['Quantity', '数量'], {
      integer: true,
      min: 1,
      max: MAX_NUMBERS,
      when: { source: [2] },
    }),
    sns: f.text(['Serial numbers', '设备号列表'], {
      multiline: true,
      max: 33 * MAX_NUMBERS,
      on: ['create', 'show'],
      when: { source: [3] },
      help: [
        'One per line, or separated by commas. Duplicates are added once',
        '每行一个，或用逗号分隔；重复的只添加一次',
      ],
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org' }),
    protocol: f.choice(['Protocol', '协议'], lockProtocol, {
      on: ['create', 'show', 'export'],
      initial: PROTOCOL.mqtt,
      when: { importType: [1] },
    }),
    device_type_id: f.ref(['Device type', '设备类型'], 'deviceType', {
      via: 'device_type',
      when: { importType: [1] },
    }),
    factory_id: f.ref(['Manufacturer', '厂家'], 'factory', {
      via: 'factory',
      when: { importType: [1] },
    }),
    device_id: f.ref(['Main lock', '所属主锁'], 'device', {
      via: 'sn',
      when: { importType: [2] },
    }),
    ...progress,
  },
  title: 'create_time',
  check: ({ source, path, sn_from, amount, sns, importType: kind, device_id }) => ({
    ...(source === 1 && !path && { path: ['Required', '必填'] as const }),
    ...(source === 2 && !sn_from && { sn_from: ['Required', '必填'] as const }),
    ...(source === 2 && !amount && { amount: ['Required', '必填'] as const }),
    ...(source === 3 && !sns?.trim() && { sns: ['Required', '必填'] as const }),
    ...(kind === 2 && !device_id && { device_id: ['Required', '必填'] as const }),
  }),
  columns: [
    'create_time',
    'importType',
    'org_id',
    'state',
    'total',
    'done',
    'failed',
    'oper',
    'end_time',
  ],
  card: ['importType', 'org_id', 'state', 'total', 'done', 'failed', 'oper'],
  filter: ['create_time', 'state', 'importType', 'org_id'],
  preview: true,
  stamps: { oper: '@name' },
  ...jobs,
  empty: [
    'Add many locks at once, from a spreadsheet or by a range of numbers. Each import appears here with the result of its rows.',
    '可通过表格或号段一次添加多台设备；每次导入及其各行结果会列在这里。',
  ],
  menu: { group: 'batch', icon: 'batch' },
});

export const batchAddICCard = entity('batchAddICCard', ['IC card import', 'IC卡添加任务'], {
  noun: ['IC card import |||| IC card imports', 'IC卡添加任务'],
  fields: {
    digits: f.choice(['Prefix length', '号段位数'], segmentDigits, {
      required: true,
      initial: 7,
    }),
    segment: f.text(['Leading digits', '号段'], {
      required: true,
      max: 7,
      pattern: /^\d{6,7}$/,
      message: ['6 or 7 digits', '6 或 7 位数字'],
    }),
    first: f.number(['First number', '起始序号'], {
      required: true,
      integer: true,
      min: 0,
      max: 9999,
      initial: 1,
    }),
    amount: f.number(['Quantity', '数量'], {
      required: true,
      integer: true,
      min: 1,
      max: MAX_NUMBERS,
    }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { required: true, via: 'org' }),
    ...progress,
  },
  title: 'segment',
  check: ({ digits, segment, first, amount }) => {
    const counted = 10 - (digits ?? 7);
    const remaining = 10 ** counted - (first ?? 0);
    return {
      ...(segment &&
        segment.length !== digits && {
          segment: [`Exactly ${digits} digits`, `必须为 ${digits} 位数字`] as const,
        }),
      ...((amount ?? 0) > remaining && {
        amount: [`Only ${remaining} numbers are left`, `该号段只剩 ${remaining} 个号码`] as const,
      }),
    };
  },
  columns: ['create_time', 'segment', 'amount', 'org_id', 'state', 'done', 'failed', 'end_time'],
  card: ['create_time', 'amount', 'org_id', 'state', 'done', 'failed'],
  filter: ['create_time', 'state', 'org_id'],
  preview: true,
  stamps: { oper: '@name' },
  ...jobs,
  empty: [
    'Add a range of card numbers at once. Each run appears here with its result.',
    '可按号段一次添加多张卡；每次执行及其结果会列在这里。',
  ],
  menu: { group: 'batch', icon: 'batch' },
});

/** Files of exports. Each operator sees only their own. */
export const exportJob = entity('exportJob', ['Export', '导出任务'], {
  noun: ['export |||| exports', '导出任务'],
  fields: {
    title: f.text(['Contents', '内容'], { on: readViews, max: 120 }),
    ...progress,
  },
  verbs: ['list', 'get', 'delete'],
  actions: {
    cancel,
    download: action(['Download', '下载'], {
      answersFile: true,
      on: 'row',
      when: { state: [JOB.done] },
      icon: 'download',
    }),
  },
  columns: ['create_time', 'title', 'state', 'total', 'done', 'end_time'],
  filter: ['create_time', 'state'],
  sort: ['create_time', 'DESC'],
  poll: 3000,
  empty: [
    'Long exports run in the background and appear here for download. Start one with Export in any list.',
    '耗时的导出会在后台执行并列在这里供下载。可在任意列表中点击导出。',
  ],
  menu: { group: 'system', icon: 'batch' },
});
