import { action, type Command, choices, entity, f, readViews, reportedViews } from '../config';
import { SCHEDULE, scheduleResult, scheduleState, timesError } from '../domain/schedule';
import { batchState, ticketSource } from '../domain/ticket';
import { commandCode, commands, confirmation } from './commands';

const number = { integer: true, on: readViews } as const;

const batchFigures = [
  'cmd',
  'state',
  'total',
  'not_sent',
  'waiting',
  'success',
  'failure',
  'answered',
  'invalid',
  'operate_name',
] as const;

/** Command to many locks, from one sending or one run of a schedule, with its overall result. */
export const commandBatch = entity('commandBatch', ['Command batch', '指令批次'], {
  noun: ['command batch |||| command batches', '指令批次'],
  fields: {
    create_time: f.datetime(['Time', '时间']),
    cmd: f.choice(['Command', '指令'], commandCode),
    state: f.choice(['State', '状态'], batchState),
    total: f.number(['Locks', '设备数'], number),
    unconfirmed: f.number(['To be confirmed', '待复核'], number),
    planned: f.number(['In later waves', '后续批次'], number),
    waiting: f.number(['Waiting', '等待'], number),
    sent: f.number(['Sent', '已发送'], number),
    success: f.number(['Done', '成功'], number),
    failure: f.number(['Refused', '被拒绝'], number),
    answered: f.number(['Answered', '已答复'], number),
    invalid: f.number(['No reply', '无应答'], number),
    cancelled: f.number(['Cancelled', '已取消'], number),
    unsent: f.number(['Not sent yet', '尚未下发'], number),
    not_sent: f.number(['Not sent', '未下发'], number),
    sendable: f.number(['Can still be sent', '可补发'], number),
    resent: f.number(['Sent in another batch', '已在其他批次下发'], number),
    operate_source: f.choice(['Source', '指令来源'], ticketSource),
    operate_name: f.text(['Who', '操作人'], { max: 80 }),
    oper_id: f.number(['Sender', '下发人编号'], { integer: true, on: ['filter'] }),
    reason: f.text(['Reason', '原因'], { max: 200, on: readViews }),
    confirm_name: f.text(['Confirmed by', '复核人'], { max: 80, on: readViews }),
    confirm_time: f.datetime(['Confirmed', '复核时间'], { on: readViews }),
    schedule_id: f.number(['Schedule', '定时任务'], {
      code: true,
      integer: true,
      on: ['filter', 'show', 'export'],
    }),
    wave: f.number(['Current wave', '当前批次'], number),
    waves: f.number(['Waves', '批次数'], number),
    bearable: f.number(['Failures allowed per wave', '每批允许失败数'], number),
  },
  title: 'create_time',
  derived: true,
  table: 'commandBatch',
  verbs: ['list', 'get', 'export'],
  columns: ['create_time', ...batchFigures],
  card: [...batchFigures, 'reason'],
  filter: ['create_time', 'cmd', 'state', 'operate_source', 'operate_name'],
  sort: ['create_time', 'DESC'],
  poll: 3000,
  actions: {
    confirm: action(['Confirm', '复核通过'], {
      done: [
        'Batch confirmed and sent |||| %{smart_count} batches confirmed and sent',
        '已复核并下发 %{smart_count} 个批次',
      ],
      when: { state: ['unconfirmed'] },
      anotherThan: 'oper_id',
      deniedMessage: {
        oper_id: [
          'A second person must confirm it, not the sender.',
          '须由第二人复核，下发人不能复核自己的指令。',
        ],
      },
      confirm: [
        'Send these commands? Your name is recorded next to the sender’s.',
        '确定下发这些指令吗？您的姓名将与申请人一并记录。',
      ],
      danger: true,
      icon: 'enable',
    }),
    decline: action(['Decline', '驳回'], {
      done: ['Batch declined |||| %{smart_count} batches declined', '已驳回 %{smart_count} 个批次'],
      when: { state: ['unconfirmed'] },
      icon: 'disable',
    }),
    advance: action(['Next wave', '继续下一批'], {
      done: [
        'Next wave sent |||| Next wave sent for %{smart_count} batches',
        '已继续 %{smart_count} 个批次',
      ],
      when: { planned: { above: 0 } },
      deniedMessage: {
        planned: ['No locks are waiting for a later wave.', '没有等待后续批次的设备。'],
      },
      confirm: [
        'Send the next wave now, even if locks failed or have not answered? Stopped commands go first.',
        '不论已有失败或尚未应答，立即继续下一批？被停止的设备将优先继续。',
      ],
      danger: true,
      icon: 'send',
    }),
    sendRest: action(['Send the rest', '补发未下发的'], {
      done: [
        'Rest of the batch sent |||| Rest of %{smart_count} batches sent',
        '已补发 %{smart_count} 个批次中未下发的设备',
      ],
      when: { sendable: { above: 0 } },
      deniedMessage: {
        sendable: ['No locks are left to send this command to.', '没有待补发的设备。'],
      },
      args: confirmation,
      confirm: [
        'Send this command to the locks that it was never sent to? They form a new batch of yours.',
        '向从未下发的设备补发此指令？这些设备将组成您的一个新批次。',
      ],
      danger: true,
      icon: 'retry',
    }),
    stop: action(['Cancel waiting commands', '取消等待中的指令'], {
      done: [
        'Waiting commands cancelled |||| Waiting commands cancelled in %{smart_count} batches',
        '已取消 %{smart_count} 个批次中等待的指令',
      ],
      when: { unsent: { above: 0 } },
      deniedMessage: {
        unsent: [
          'No commands are waiting. Sent commands cannot be cancelled.',
          '没有等待中的指令，已下发的指令无法取消。',
        ],
      },
      icon: 'cancel',
    }),
  },
  related: [
    {
      entity: 'appointmentCommandRecord',
      foreignField: 'batch_id',
      localField: 'id',
      label: ['Locks', '设备'],
    },
  ],
  empty: [
    'Each command to many locks appears here as one batch. Send one from Devices or Send commands.',
    '下发给多台设备的指令会按批次列在这里，可在设备列表或下发页面发送。',
  ],
  menu: { group: 'deviceRecord', icon: 'batch' },
});

/** Commands that a schedule can send: those without secrets, which are never stored. */
const unattended = Object.entries<Command>(commands).filter(([, { args }]) =>
  Object.values(args).every(({ kind }) => kind !== 'password'),
);

const scheduledCode = choices(unattended.map(([code, { label }]) => [code, ...label] as const));

/** Schedulable commands that need a typed confirmation. */
const typedCodes = unattended.flatMap(([code, { typed }]) => (typed ? [code] : []));

/** Argument of a scheduled command, shown for that command only. Its column is `{command}_{argument}`. */
const argument = <const F extends object>(cmd: (typeof scheduledCode)[number][0], field: F) => ({
  ...field,
  on: ['create', 'edit', 'show', 'export'] as const,
  when: { cmd: [cmd] },
});

const targetViews = ['list', 'create', 'edit', 'show', 'export'] as const;

/** Locks that a schedule or a saved report is limited to. */
export const targets = {
  orgs: f.refs(['Organisations', '所属机构'], 'org', { max: 100, on: targetViews }),
  devices: f.refs(['Devices', '指定设备'], 'device', { max: 500, on: targetViews }),
};

/** Commands that the server sends at certain times, to the locks that match then. */
export const commandSchedule = entity('commandSchedule', ['Command schedule', '定时任务'], {
  noun: ['command schedule |||| command schedules', '定时任务'],
  fields: {
    schedule_name: f.text(['Name', '名称'], { required: true, max: 60 }),
    cmd: f.choice(['Command', '指令'], scheduledCode, { required: true }),
    unsealEnable_enable: argument('unsealEnable', commands.unsealEnable.args.enable),
    autoSeal_mode: argument('autoSeal', commands.autoSeal.args.mode),
    vibration_value: argument('vibration', commands.vibration.args.value),
    parkingAlarm_minutes: argument('parkingAlarm', commands.parkingAlarm.args.minutes),
    timeZone_minutes: argument('timeZone', commands.timeZone.args.minutes),
    managementMode_mode: argument('managementMode', commands.managementMode.args.mode),
    serverAddress_host: argument('serverAddress', commands.serverAddress.args.host),
    serverAddress_port: argument('serverAddress', commands.serverAddress.args.port),
    bluetoothName_name: argument('bluetoothName', commands.bluetoothName.args.name),
    bluetoothSwitch_on: argument('bluetoothSwitch', commands.bluetoothSwitch.args.on),
    addCards_cards: argument('addCards', commands.addCards.args.cards),
    removeCards_cards: argument('removeCards', commands.removeCards.args.cards),
    setChildLocks_locks: argument('setChildLocks', commands.setChildLocks.args.locks),
    upgrade_firmware: argument('upgrade', commands.upgrade.args.firmware),
    once_at: f.datetime(['Once at', '单次执行时间'], {
      on: targetViews,
      help: ['Enter this or weekly times', '与每周执行时段二选一'],
    }),
    times: f.weekTimes(['Every week', '每周执行时段'], {
      help: [
        'Sent at the start time in this time zone. Sleeping locks still receive it until the end time',
        '按所选时区的开始时间下发；休眠的设备在结束时间前唤醒仍会收到',
      ],
    }),
    fences: f.refs(['In geofences', '位于围栏内'], 'fence', {
      max: 50,
      help: [
        'The locks are selected when the command is sent. They must match all conditions.',
        '执行时才确定目标设备；各条件同时满足。',
      ],
      on: targetViews,
    }),
    ...targets,
    reason: f.text(['Reason', '原因'], {
      max: 200,
      when: { cmd: typedCodes },
    }),
    typed: f.text(['Type the name to confirm', '输入名称以确认'], {
      max: 60,
      virtual: true,
      on: ['create', 'edit'],
      when: { cmd: typedCodes },
    }),
    state: f.choice(['State', '状态'], scheduleState, { on: reportedViews }),
    next_run: f.datetime(['Next run', '下次执行'], { on: reportedViews, indexed: true }),
    last_run: f.datetime(['Last run', '上次执行'], { on: readViews }),
    last_sent: f.number(['Sent to', '下发设备数'], number),
    last_refused: f.number(['Skipped', '未下发设备数'], number),
    last_note: f.choice(['Last result', '执行情况'], scheduleResult, { on: readViews }),
    owner: f.text(['On behalf of', '责任人'], { max: 80, on: reportedViews }),
    oper_id: f.number(['Owner', '责任人编号'], { integer: true, on: ['filter'] }),
    create_time: f.datetime(['Created', '创建时间'], { on: readViews }),
  },
  columns: ['schedule_name', 'cmd', 'state', 'next_run', 'times', 'last_run', 'last_note'],
  filter: ['schedule_name', 'cmd', 'state', 'owner'],
  form: [
    ['schedule_name', 'cmd'],
    'unsealEnable_enable',
    'autoSeal_mode',
    'vibration_value',
    'parkingAlarm_minutes',
    'timeZone_minutes',
    'managementMode_mode',
    ['serverAddress_host', 'serverAddress_port'],
    'bluetoothName_name',
    'bluetoothSwitch_on',
    'addCards_cards',
    'removeCards_cards',
    'setChildLocks_locks',
    'upgrade_firmware',
    'once_at',
    'times',
    'fences',
    'orgs',
    'devices',
    'reason',
    'typed',
  ],
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  check: timesError,
  states: {
    field: 'state',
    start: SCHEDULE.active,
    moves: {
      pause: [SCHEDULE.active, SCHEDULE.paused],
      resume: [SCHEDULE.paused, SCHEDULE.active],
      end: [[SCHEDULE.active, SCHEDULE.paused], SCHEDULE.ended],
    },
  },
  sort: ['next_run', 'ASC'],
  poll: 5000,
  actions: {
    pause: action(['Pause', '暂停'], {
      done: [
        'Schedule paused |||| %{smart_count} schedules paused',
        '已暂停 %{smart_count} 个任务',
      ],
      icon: 'disable',
    }),
    resume: action(['Resume', '继续'], {
      done: [
        'Schedule resumed |||| %{smart_count} schedules resumed',
        '已继续 %{smart_count} 个任务',
      ],
      sets: { oper_id: '@me', owner: '@name' },
      icon: 'enable',
    }),
    end: action(['End', '结束'], {
      done: ['Schedule ended |||| %{smart_count} schedules ended', '已结束 %{smart_count} 个任务'],
      sets: { next_run: null },
      confirm: ['The command will not be sent again.', '该任务将不再执行。'],
      icon: 'cancel',
    }),
  },
  related: [
    {
      entity: 'commandBatch',
      foreignField: 'schedule_id',
      localField: 'id',
      label: ['Runs', '执行记录'],
      empty: ['No runs yet.', '尚未执行过。'],
    },
  ],
  empty: [
    'A schedule sends a command automatically, once or every week. Add one and choose locks, command and times.',
    '定时任务可单次或每周自动下发指令。新建任务并指定设备、指令与时间。',
  ],
  menu: { group: 'operation', icon: 'history' },
});
