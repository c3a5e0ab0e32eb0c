import config from '../../../resources.config';
import { action, type Console, choices, entity, f } from '../../../src/config';

const state = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

const lodging = {
  states: { field: 'state', start: 'draft', moves: { lodge: ['draft', 'lodged'] } },
  actions: {
    lodge: action(['Lodge', '申报']),
    move: action(['Move', '转移'], {
      args: { office: f.text(['Office', '海关'], { required: true }) },
      sets: { office: '@args.office' },
    }),
  },
} as const;

export const DUPLICATE = 'This office has that declaration';
export const BUSY = 'The lock is on another trip then';

/** Its declarations are unique in an office, in whatever case. */
export const waybill = entity('waybill', ['Waybill', '运单'], {
  fields: {
    office: f.text(['Office', '海关'], { required: true, inline: true, caseless: true }),
    reference: f.text(['Declaration', '报关单号'], { max: 18, inline: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    state: f.choice(['State', '状态'], state),
  },
  ...lodging,
  rules: [
    {
      unique: ['office', 'reference'],
      at: 'reference',
      message: [DUPLICATE, '该海关已有此报关单'],
    },
  ],
});

/** Trips of a lock that are lodged do not overlap. */
export const booking = entity('booking', ['Booking', '预订'], {
  fields: {
    office: f.text(['Office', '海关'], { required: true, inline: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    leaves: f.date(['Leaves', '出发'], { inline: true }),
    due: f.date(['Due', '应到'], { inline: true }),
    state: f.choice(['State', '状态'], state),
  },
  ...lodging,
  rules: [
    {
      apart: ['office'],
      span: ['leaves', 'due'],
      while: (trip) => trip.state.is('lodged'),
      at: 'office',
      message: [BUSY, '该锁在此期间已有运单'],
    },
  ],
});

/** Serial numbers, unique in all organisations. */
export const series = entity('series', ['Series', '号段'], {
  fields: {
    prefix: f.text(['Prefix', '前缀'], { required: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    first: f.number(['First', '起始号'], { integer: true }),
    last: f.number(['Last', '终止号'], { integer: true }),
    opens: f.datetime(['Opens', '开始']),
    closes: f.datetime(['Closes', '结束']),
  },
  rules: [
    {
      apart: ['prefix'],
      span: ['first', 'last'],
      at: 'first',
      message: ['These serials are used already', '该号段已被使用'],
      anywhere: true,
    },
    {
      apart: ['prefix'],
      span: ['opens', 'closes'],
      at: 'opens',
      message: ['It is open then', '该时段已占用'],
    },
  ],
});

const ruled = [waybill, booking, series];

/** The shipped console with the three entities. */
export const withRuled: Console = {
  ...config,
  entities: [...config.entities, ...ruled],
  pages: {
    ...config.pages,
    ...Object.fromEntries(ruled.map(({ name }) => [`${name}List`, name])),
  },
};
