import { entity, f, reportedViews } from '../config';

export const operationLog = entity('operationLog', ['Operation log', '操作日志'], {
  noun: ['log entry |||| log entries', '日志'],
  fields: {
    create_time: f.datetime(['Time', '时间'], { indexed: true }),
    title: f.text(['Title', '标题'], { max: 80 }),
    instruct: f.text(['Instruction', '指令'], { max: 80 }),
    business_type: f.text(['Type', '业务类型'], { max: 40 }),
    operate_name: f.text(['Who', '操作人'], { max: 80 }),
    operate_address: f.text(['From', '来源地址'], { max: 60 }),
    operate_url: f.text(['Call', '请求地址'], { max: 120 }),
    request_method: f.text(['Method', '请求方式'], { max: 10 }),
    request_id: f.text(['Request number', '请求编号'], { max: 64, on: ['show', 'export'] }),
    request_body: f.json(['Request', '请求内容'], { on: ['show', 'export'] }),
    request_param: f.json(['Parameters', '请求参数'], { on: ['show', 'export'] }),
    response_body: f.json(['Answer', '返回内容'], { on: ['show', 'export'] }),
    changes: f.json(['Changes of the record', '记录变更'], { on: ['show', 'export'] }),
    entity: f.text(['Entity', '业务对象'], { max: 60, on: ['filter', 'show', 'export'] }),
    record_id: f.number(['Record', '记录编号'], {
      code: true,
      integer: true,
      indexed: true,
      on: reportedViews,
    }),
    success: f.boolean(['Success', '是否成功']),
    error_msg: f.text(['Error', '错误信息'], { max: 400 }),
    duration: f.duration(['Duration', '耗时'], { unit: 'ms' }),
  },
  title: 'title',
  record: { time: 'create_time' },
  columns: [
    'create_time',
    'title',
    'operate_name',
    'operate_address',
    'operate_url',
    'success',
    'error_msg',
  ],
  card: ['create_time', 'operate_name', 'operate_url', 'success', 'error_msg'],
  filter: ['create_time', 'operate_name', 'operate_url', 'entity', 'record_id', 'success'],
  views: {
    refused: {
      label: ['Failed, last 7 days', '近 7 天失败'],
      labelWithoutPeriod: ['Failed', '失败'],
      synonyms: [
        ['failed operations', 'refused'],
        ['失败操作', '被拒绝'],
      ],
      filter: { success: false, create_time_last: '7d' },
    },
  },
  sort: ['create_time', 'DESC'],
  empty: [
    'Every change that users make appears here, with who, when, what and the value before.',
    '用户的每次更改会列在这里：何人、何时、更改内容及更改前的值。',
  ],
  menu: { group: 'deviceRecord', icon: 'log' },
});

/** Latest report of each lock, updated live. */
