import { expect, it } from 'vitest';
import { choices, f } from '../../../../src/config';
import { errorsIn, text, thing } from './declared';

const number = (label: string, options: object = {}) =>
  f.number([label, label], { integer: true, ...options });
const fields = {
  code: text({}),
  first: number('First'),
  last: number('Last'),
  weight: number('Weight', { integer: false }),
  from: f.date(['From', '从']),
  tags: f.codes(['Tags', '标签']),
  pin: f.password(['PIN', '密码']),
  seen: text({ virtual: true }),
  kind: f.choice(['Kind', '类型'], choices([['a', 'A', '甲']])),
};
const rule = { at: 'code', message: ['Taken', '已占用'] };
// biome-ignore lint/suspicious/noExplicitAny: declarations that the compiler would refuse.
const ruled = (...rules: readonly any[]) =>
  thing(fields, { rules: rules.map((each) => ({ ...rule, ...each })) });

it.each<[string[], object[]]>([
  [[], [{ unique: ['code', 'kind'] }, { apart: ['code'], span: ['first', 'last'] }]],
  [[], [{ unique: ['code'] }, { unique: ['code'], anywhere: true }]],
  [['thing rules.unique unknown'], [{ unique: ['code', 'nope'] }]],
  [['thing rules.unique unknown'], [{ unique: ['seen'] }]],
  [['thing rules.apart unknown'], [{ apart: ['nope'], span: ['first', 'last'] }]],
  [['thing rules.at unknown'], [{ unique: ['code'], at: 'nope' }]],
  [['thing rules.message labels'], [{ unique: ['code'], message: ['Taken', ''] }]],
  [['thing rules.span unknown', 'thing ruleSpan'], [{ apart: ['code'], span: ['first', 'code'] }]],
  [
    ['thing ruleSpan: has a span from first to from, whose columns are of two types'],
    [{ apart: ['code'], span: ['first', 'from'] }],
  ],
  [
    ['thing ruleSpan: has a span from first to weight, whose columns are of two types'],
    [{ apart: ['code'], span: ['first', 'weight'] }],
  ],
  ...['tags', 'pin'].map((name): [string[], object[]] => [
    [`thing ruleColumn: has a rule over ${name}, whose values the database cannot compare`],
    [{ unique: ['code', name] }],
  ]),
  ...[
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    (_: any, { today }: any) => today.before(today),
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    (_: any, { of }: any) => of('code', undefined, 'sn').is('A'),
  ].map((condition): [string[], object[]] => [
    [
      'thing ruleFleeting: its rule over code reads the day, the time, lines or another record in while: the database cannot enforce that',
    ],
    [{ unique: ['code'], while: condition }],
  ]),
  [
    ['thing ruleTwice: has two equal rules over code'],
    [{ unique: ['code'] }, { unique: ['code'], message: ['In use', '已使用'] }],
  ],
])('%j', (errors, rules) => {
  const lines = errorsIn(ruled(...rules)).filter((error) => !error.startsWith('thing.seen'));
  // Each comes with its sentence, and without.
  expect(lines).toHaveLength(2 * errors.length);
  expect(lines).toEqual(expect.arrayContaining(errors));
});

it('a view and records by month have no such rules', () => {
  const at = f.datetime(['At', '时间']);
  const log = thing(
    { ...fields, at },
    { record: { time: 'at' }, rules: [{ ...rule, unique: ['code'] }] },
  );
  expect(errorsIn(log)).toContainEqual(expect.stringContaining('thing ruleTable'));
});
