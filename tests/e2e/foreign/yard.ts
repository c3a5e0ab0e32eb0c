import { type AnyField, choices, entity, f, type Wire } from '../../../src/config';
import { device as shipped } from '../../../src/resources';

/**
 * Declarations of a customer for a server of their own: its names on the wire, and an entity that no other server has.
 */

export const wire: Partial<Wire> = {
  pageNum: 'current',
  pageSize: 'size',
  sortField: 'orderBy',
  sortOrder: 'direction',
  ascending: 'ascend',
  descending: 'descend',
  from: 'Begin',
  to: 'End',
  list: 'records',
  total: 'count',
  ids: 'idList',
  before: '',
  sortJoiner: '',
  exportJobs: false,
  live: false,
  firstPage: 0,
  sign: { secretMode: 'append', joiner: '', nested: 'skip', letterCase: 'lower' },
};

export const yard = entity('yard', ['Yard', '堆场'], {
  fields: {
    yardName: f.text(['Yard', '堆场名称'], { required: true, max: 30 }),
    kind: f.choice(
      ['Kind', '类型'],
      choices([
        [1, 'Bonded', '保税'],
        [2, 'Open', '露天'],
      ]),
    ),
    capacity: f.number(['Capacity', '容量'], { integer: true, min: 1, inline: true }),
    org_id: f.ref(['Company', '公司'], 'org', { via: 'org_name' }),
    opened: f.datetime(['Opened', '启用时间'], { on: ['list', 'filter', 'show'] }),
    yardId: f.text(['Key', '主键'], { on: ['show'] }),
  },
  key: 'yardId',
  title: 'yardName',
  verbs: ['list', 'get', 'add', 'update', 'delete', 'export'],
  filter: ['yardName', 'kind', 'opened'],
  sort: ['yardName', 'ASC'],
  api: {
    list: '/site/yard/page',
    get: '/site/yard/detail',
    add: '/site/yard/save',
    update: '/site/yard/modify',
    delete: '/site/yard/remove',
    export: '/site/yard/download',
  },
});

/** Shipped device for a server without organisations, which knows only the names of types and makers. */
export const device = {
  ...shipped,
  fields: {
    ...shipped.fields,
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
  } satisfies Record<keyof typeof shipped.fields, AnyField>,
  actions: {},
};
