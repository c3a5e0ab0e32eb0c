import {
  action,
  choices,
  entity,
  f,
  type Label,
  type Measure,
  readViews,
  report,
  reportedViews,
  reportGroups,
} from '../config';
import { alarmKind, alarmSeverity, alarmState, VALID_STATES } from '../domain/alarm';
import { lockAction, lockStatus, SEALING, UNSEALING } from '../domain/lock';
import { periods } from '../domain/period';
import { reportEvery, reportResult, weekday } from '../domain/report';
import { ticketSource, ticketState } from '../domain/ticket';
import { language } from './alarms';
import { commandCode } from './commands';
import { targets } from './orders';

const at = f.datetime(['Time', '时间']);
const sn = f.lock(['SN', '设备号']);
const operatorName = f.text(['Who', '操作人']);
const number = { integer: true } as const;
const place = {
  place_name: f.placeName(['Place', '位置'], { names: 'place', virtual: true }),
  place: f.lngLat(['Coordinates', '坐标'], { virtual: true, columns: ['lat', 'lon'] }),
};
const lasting = { unit: 'ms' } as const;

/** Number of the rows whose columns have one of these values. */
const counted = (label: Label, tone: Measure['tone'], where: Measure['where']): Measure => ({
  field: f.number(label, number),
  tone,
  where,
});

/** Shipped reports. Another report on existing records needs only a declaration. */
export const reports = [
  report('locking', ['Sealing and unsealing', '开关锁'], {
    about: [
      'Who sealed and unsealed, how, with which card, where, and how long the lock was open.',
      '何人以何种方式、用哪张卡、在何处施封或解封，以及解封时长。',
    ],
    source: 'locking',
    reads: 'lockHistory',
    columns: {
      create_time: at,
      sn,
      lock_action: f.choice(['How', '操作方式'], lockAction),
      operate_source: f.choice(['Source', '指令来源'], ticketSource),
      operate_name: operatorName,
      icc_card_no: f.text(['Card', '卡号']),
      icc_card_name: f.text(['Card name', '卡名称']),
      lock_status: f.choice(['Status after', '操作后状态'], lockStatus),
      open_for: f.duration(['Unsealed for', '解封时长'], lasting),
      ...place,
    },
    groups: ['lock_action'],
    measures: {
      sealed: counted(['Times sealed', '施封次数'], 'success', { lock_action: SEALING }),
      unsealed: counted(['Times unsealed', '解封次数'], 'info', { lock_action: UNSEALING }),
      open_for: { field: f.duration(['Unsealed for', '解封时长'], lasting), sum: 'open_for' },
      longest: { field: f.duration(['Longest', '最长一次'], lasting), most: 'open_for' },
    },
    chart: ['sealed', 'unsealed'],
  }),
  report('alarms', ['Alarms', '报警'], {
    about: [
      'Which alarms were raised, where, and who processed them.',
      '触发了哪些报警、发生在何处、由谁处理。',
    ],
    source: 'alertRecord',
    reads: 'alertRecord',
    columns: {
      create_time: at,
      sn,
      police_type: f.choice(['Alarm', '报警类型'], alarmKind),
      severity: f.choice(['Severity', '级别'], alarmSeverity),
      fence_name: f.text(['Geofence', '围栏']),
      state: f.choice(['State', '处理状态'], alarmState),
      processed_by: f.text(['Processed by', '处理人']),
      process_time: f.datetime(['Processed', '处理时间']),
      process_note: f.text(['Note', '处理说明']),
      ...place,
    },
    groups: ['police_type', 'severity', 'state'],
    measures: {
      count: { field: f.number(['Alarms', '报警数'], number), where: { state: VALID_STATES } },
      open: counted(['Unprocessed', '未处理'], 'error', { state: [0] }),
      processed: counted(['Processed', '已处理'], 'success', { state: [1] }),
    },
    chart: ['processed', 'open'],
  }),
  report('online', ['Time online', '在线时长'], {
    about: ['How long and how often locks were connected.', '设备保持连接的时长及连接次数。'],
    source: 'online',
    reads: 'connectionRecord',
    columns: {
      create_time: f.datetime(['From', '开始']),
      sn,
      online_for: f.duration(['Online for', '在线时长'], lasting),
    },
    measures: {
      online_for: { field: f.duration(['Time online', '在线时长'], lasting), sum: 'online_for' },
      came: { field: f.number(['Connections', '连接次数'], number), sum: 'came' },
    },
    chart: ['online_for'],
  }),
  report('mileage', ['Mileage and stops', '里程与停留'], {
    about: [
      'How far locks travelled, and how often and how long they stopped.',
      '根据定位统计的行驶里程、停留次数和停留时长。',
    ],
    source: 'mileage',
    reads: 'deviceLocationRecord',
    measures: {
      km: { field: f.number(['Distance', '里程'], { unit: 'km', decimals: 1 }), sum: 'km' },
      unreported_km: {
        field: f.number(['Unreported distance', '无上报里程'], { unit: 'km', decimals: 1 }),
        sum: 'unreported_km',
        tone: 'warning',
      },
      moved_for: { field: f.duration(['Moving', '行驶时长'], lasting), sum: 'moved_for' },
      stops: { field: f.number(['Stops', '停留次数'], number), sum: 'stops' },
      stood_for: { field: f.duration(['Stopped', '停留时长'], lasting), sum: 'stood_for' },
    },
    chart: ['km', 'unreported_km'],
  }),
  report('commands', ['Command results', '指令结果'], {
    about: [
      'Which commands were sent to locks, by whom, and with what result.',
      '向设备下发了哪些指令、由谁下发、结果如何。',
    ],
    source: 'appointmentCommandRecord',
    reads: 'appointmentCommandRecord',
    columns: {
      create_time: at,
      sn,
      cmd: f.choice(['Command', '指令'], commandCode),
      state: f.choice(['State', '状态'], ticketState),
      message: f.text(['Answer', '返回信息']),
      operate_source: f.choice(['Source', '指令来源'], ticketSource),
      operate_name: operatorName,
      end_time: f.datetime(['Finished', '完成时间']),
    },
    groups: ['cmd', 'state', 'operate_source'],
    measures: {
      count: { field: f.number(['Commands', '指令数'], number) },
      success: counted(['Success', '成功'], 'success', { state: ['success'] }),
      failure: counted(['Failure', '失败'], 'error', { state: ['failure'] }),
      answered: counted(['Answered', '已答复'], 'info', { state: ['answered'] }),
      invalid: counted(['No reply', '无应答'], 'warning', { state: ['invalid'] }),
    },
    chart: ['success', 'failure', 'answered', 'invalid'],
  }),
] as const;

const reportName = choices(reports.map(({ name, label }) => [name, ...label] as const));

const groupName = choices([
  ...new Map(reports.flatMap(reportGroups).map((each) => [each[0], each])).values(),
]);

const mailIntervals = ['daily', 'weekly', 'monthly'] as const;

/** Saved reports of an operator or an organisation, which can be mailed regularly. */
export const savedReport = entity('savedReport', ['Saved report', '常用报表'], {
  noun: ['saved report |||| saved reports', '常用报表'],
  fields: {
    report_name: f.text(['Name', '名称'], { required: true, max: 60 }),
    report: f.choice(['Report', '报表'], reportName, { required: true, adds: 'reports' }),
    period: f.choice(['Period', '时间范围'], periods, {
      required: true,
      initial: '7d',
      help: ['Weeks begin on Monday', '每周从周一开始'],
    }),
    time_field: f.choice(['Date', '日期'], choices([['create_time', 'Time', '时间']]), {
      adds: 'times',
      help: ['Leave empty for the usual one', '留空则用默认日期'],
    }),
    group_by: f.choice(['Group by', '汇总方式'], groupName, {
      adds: 'groups',
      help: ['Leave empty to list row by row', '留空则逐条列出'],
    }),
    ...targets,
    zone: f.zone(['Time zone', '时区'], {
      required: true,
      initial: 'Asia/Shanghai',
    }),
    shared: f.boolean(['Share with the organisation', '机构内共享'], { initial: false }),
    every: f.choice(['Send by mail', '邮件发送'], reportEvery, {
      required: true,
      initial: 'never',
    }),
    hour: f.number(['Hour', '发送时间（时）'], {
      integer: true,
      min: 0,
      max: 23,
      required: true,
      initial: 8,
      when: { every: mailIntervals },
    }),
    week_day: f.choice(['Weekday', '星期'], weekday, {
      required: true,
      initial: 1,
      when: { every: ['weekly'] },
    }),
    month_day: f.number(['Day of the month', '每月几日'], {
      integer: true,
      min: 1,
      max: 28,
      required: true,
      initial: 1,
      when: { every: ['monthly'] },
    }),
    mail_box: f.email(['E-mail', '邮箱'], { required: true, when: { every: mailIntervals } }),
    language: f.choice(['Language', '语言'], language, {
      required: true,
      initial: 'zh_CN',
      when: { every: mailIntervals },
    }),
    next_run: f.datetime(['Next sent', '下次发送'], { on: reportedViews, indexed: true }),
    last_run: f.datetime(['Last sent', '上次发送'], { on: readViews }),
    last_note: f.choice(['Last result', '发送情况'], reportResult, {
      on: readViews,
    }),
    owner: f.text(['On behalf of', '责任人'], { max: 80, on: reportedViews }),
    oper_id: f.number(['Owner', '责任人编号'], { integer: true, on: ['filter'] }),
  },
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  columns: [
    'report_name',
    'report',
    'period',
    'group_by',
    'shared',
    'every',
    'next_run',
    'last_note',
    'owner',
  ],
  card: ['report', 'period', 'every', 'next_run', 'last_note', 'shared'],
  filter: ['report_name', 'report', 'every', 'owner'],
  form: [
    'report_name',
    ['report', 'period'],
    ['group_by', 'time_field'],
    'zone',
    'orgs',
    'devices',
    'shared',
    'every',
    ['week_day', 'month_day', 'hour'],
    ['mail_box', 'language'],
  ],
  actions: {
    send: action(['Send now', '立即发送'], {
      done: ['Report sent |||| %{smart_count} reports sent', '已发送 %{smart_count} 份报表'],
      when: { every: mailIntervals },
      sets: { next_run: '@now' },
      on: 'row',
      icon: 'send',
    }),
  },
  sort: ['report_name', 'ASC'],
  empty: [
    'Save a report on the Reports page to open it here again, share it, or have it mailed.',
    '在报表页面保存报表后，可在此查看、共享或设置邮件发送。',
  ],
  menu: { group: 'reports', icon: 'mail' },
});

/** Lists that are mailed every Monday. Each operator sees only their own; **Send** in a list adds one. */
export const sentList = entity('sentList', ['Weekly list', '每周列表'], {
  noun: ['weekly list |||| weekly lists', '每周列表'],
  fields: {
    title: f.text(['Contents', '内容'], { max: 120, on: readViews }),
    titles: f.json(['Contents by language', '各语言的内容'], { on: ['export'] }),
    to: f.refs(['To', '收件人'], 'colleague', { on: readViews }),
    list: f.text(['List', '列表'], { max: 60, on: ['export'] }),
    query: f.json(['Filters', '筛选'], { on: ['export'] }),
    zone: f.zone(['Time zone', '时区'], { on: readViews }),
    next_run: f.datetime(['Next sent', '下次发送'], { on: reportedViews, indexed: true }),
    last_run: f.datetime(['Last sent', '上次发送'], { on: readViews }),
    last_note: f.choice(['Last result', '发送情况'], reportResult, { on: readViews }),
    owner: f.text(['On behalf of', '责任人'], { max: 80, on: readViews }),
    oper_id: f.number(['Owner', '责任人编号'], { integer: true, on: ['export'] }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  verbs: ['list', 'get', 'delete'],
  columns: ['title', 'to', 'next_run', 'last_run', 'last_note'],
  filter: ['next_run'],
  sort: ['next_run', 'ASC'],
  empty: [
    'Choose Send in a list to have it mailed every Monday.',
    '在列表中点击发送，即可设置每周一邮件发送。',
  ],
  menu: { group: 'reports', icon: 'mail' },
});
