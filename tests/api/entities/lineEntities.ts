import { action, choices, entity, f } from '../../../src/config';

const intact = choices([
  ['ok', 'Intact', '完好'],
  ['broken', 'Broken', '破损'],
]);

const state = choices([
  ['draft', 'Draft', '草稿'],
  ['lodged', 'Lodged', '已申报'],
]);

/** Seals of a trip: serial numbers that no two trips of an organisation share. */
export const tripSeal = entity('tripSeal', ['Seal of a trip', '运单封条'], {
  fields: {
    prefix: f.text(['Prefix', '前缀'], { required: true, max: 4, pattern: /^[A-Z]{2,4}$/ }),
    first_no: f.number(['First', '起始号'], { required: true, integer: true, min: 1 }),
    last_no: f.number(['Last', '终止号'], { required: true, integer: true, min: 1 }),
    pieces: f.number(['Pieces', '数量'], { integer: true }),
    price: f.money(['Unit price', '单价'], { currency: 'CNY', min: 0 }),
    amount: f.money(['Amount', '金额'], { currency: 'CNY' }),
    check: f.choice(['Check', '检查'], intact, { initial: 'ok' }),
    tag: f.text(['Tag', '标签'], { max: 12, unique: true }),
  },
  partOf: 'customsTrip',
  computed: {
    pieces: (row) => row.last_no.minus(row.first_no).plus(1),
    amount: (row) => row.pieces.times(row.price),
  },
  rules: [
    {
      must: (row) => row.last_no.atLeast(row.first_no),
      at: 'last_no',
      message: ['Not below the first', '不能小于起始号'],
    },
    {
      apart: ['prefix'],
      span: ['first_no', 'last_no'],
      at: 'first_no',
      message: ['These serials are used already', '该号段已被使用'],
    },
  ],
});

export const customsTrip = entity('customsTrip', ['Customs trip', '转关运单'], {
  noun: ['customs trip |||| customs trips', '转关运单'],
  fields: {
    reference: f.text(['Declaration', '报关单号'], { required: true, max: 18 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    state: f.choice(['State', '状态'], state),
    seals: f.lines(['Seals', '封条'], tripSeal, { min: 1, max: 250 }),
    fee: f.money(['Fee', '费用'], { currency: 'CNY', min: 0 }),
    total: f.money(['Total', '合计'], { currency: 'CNY' }),
    seal_count: f.number(['Number of seals', '封条数'], { integer: true }),
    dearest: f.money(['Dearest', '最贵'], { currency: 'CNY' }),
  },
  computed: {
    total: (trip) => trip.fee.orElse(0).plus(trip.seals.sum((seal) => seal.amount)),
    seal_count: (trip) => trip.seals.count(),
    dearest: (trip) => trip.seals.max((seal) => seal.amount),
  },
  rules: [
    {
      must: (trip) => trip.seals.count((seal) => seal.check.is('broken')).below(1),
      while: (trip) => trip.state.is('lodged'),
      at: 'seals',
      message: ['A seal is broken', '有封条破损'],
    },
    {
      must: (trip) => trip.total.atMost(1_000_000),
      at: 'seals',
      message: ['Too dear', '金额过高'],
    },
  ],
  states: {
    field: 'state',
    start: 'draft',
    moves: { lodge: ['draft', 'lodged'] },
    frozen: { lodged: ['seals'] },
  },
  actions: { lodge: action(['Lodge', '申报']) },
  sort: ['reference', 'ASC'],
});
