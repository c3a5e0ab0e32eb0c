import { choices, entity, f, readViews } from '../config';
import { MAX_SMS_PER_DAY } from '../domain/alarm';

const smsState = choices(
  [
    [1, 'Sent', '已发送'],
    [2, 'Failed', '发送失败'],
  ],
  { 1: 'success', 2: 'error' },
);

export const smsRecord = entity('smsRecord', ['SMS record', '短信记录'], {
  noun: ['SMS', '短信记录'],
  fields: {
    create_time: f.datetime(['Time', '时间'], { indexed: true }),
    sn: f.lock(['SN', '设备号'], { max: 32, indexed: true }),
    phone: f.text(['Phone', '手机号'], { max: 20, indexed: true }),
    content: f.text(['Text', '内容'], { max: 400, on: readViews }),
    state: f.choice(['State', '状态'], smsState),
    message: f.text(['Answer', '返回信息'], { max: 400, on: readViews }),
  },
  title: 'sn',
  record: { time: 'create_time' },
  sort: ['create_time', 'DESC'],
  empty: [
    'Every SMS that an alarm sends to a phone appears here.',
    '报警发送到手机的每条短信都会列在这里。',
  ],
  menu: { group: 'textMessage', icon: 'sms' },
});

/** Text messages of an organisation: bought, used and left. */
export const smsStatistics = entity('SmsStatistics', ['SMS statistics', '短信统计'], {
  noun: ['SMS count |||| SMS counts', '短信统计'],
  fields: {
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    used: f.number(['Used', '已使用'], { integer: true, on: readViews }),
    not_used: f.number(['Not used', '未使用'], { integer: true, on: readViews }),
    total: f.number(['Total', '总数'], { integer: true, on: readViews }),
    used_today: f.number(['Used today', '今日使用'], { integer: true, on: readViews }),
  },
  derived: true,
  verbs: ['list', 'get', 'export'],
  chart: ['used', 'not_used'],
  related: [{ entity: 'smsDevice', foreignField: 'org_id', localField: 'org_id' }],
  empty: [
    'Each organisation appears here with the SMS it bought and used.',
    '各机构购买与已用的短信数量会列在这里。',
  ],
  menu: { group: 'textMessage', icon: 'chart' },
});

/** Text messages about one lock, whose number per day is limited. */
export const smsDevice = entity('smsDevice', ['SMS per device', '设备短信统计'], {
  noun: ['SMS count |||| SMS counts', '设备短信统计'],
  fields: {
    sn: f.lock(['SN', '设备号'], { max: 32 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    used: f.number(['Used', '已使用'], { integer: true, on: readViews }),
    used_today: f.number(['Used today', '今日使用'], { integer: true, on: readViews }),
    left_today: f.number(['Left today', '今日剩余'], {
      integer: true,
      on: readViews,
      max: MAX_SMS_PER_DAY,
    }),
  },
  derived: true,
  verbs: ['list', 'get', 'export'],
  sort: ['used', 'DESC'],
  empty: ['Each lock appears here with the SMS sent about it.', '各设备发送的短信数量会列在这里。'],
  menu: { group: 'textMessage', icon: 'chart' },
});
