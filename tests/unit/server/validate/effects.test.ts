import { expect, it } from 'vitest';
import { type AnyEntity, type AnyField, action, choices, command, f } from '../../../../src/config';
import { errorsIn, text, thing } from './declared';

const state = f.choice(
  ['State', '态'],
  choices([
    ['a', 'A', '甲'],
    ['b', 'B', '乙'],
  ]),
);
const states = { field: 'state', start: 'a', moves: { go: ['a', 'b'] } } as const;
const lock = f.ref(['Lock', '锁'], 'device');
const go = (options: object = {}, rest: object = {}) =>
  thing({ state, lock, size: f.number(['Size', '大小'], { max: 9, required: true }) }, {
    actions: { go: action(['Go', '走'], options) },
    ...rest,
  } as never);

const number = (options: object) => f.number(['T', '调'], options);
const decimal = (options: object) => f.decimal(['T', '调'], options);
/** Thing that warns of a date, unless the options are wrong. */
const warning = (options: object, name = 'due') =>
  thing(
    {
      state,
      lock,
      due: f.date(['Due', '到期']),
      seen: f.datetime(['Seen', '出现'], { virtual: true }),
    },
    {
      warns: { [name]: { before: [2, 0], to: 'org', text: ['%{due}', '%{due}'], ...options } },
    } as never,
  );
const warningCases: [string, AnyEntity][] = [
  ['thing.warns.nope unknown: names nope, which is no field', warning({}, 'nope')],
  ['thing.warns.state noDate', warning({}, 'state')],
  ['thing.warns.seen noDate', warning({}, 'seen')],
  ...[[], [-1], [0, 2], [2, 2], [1.5], ['1']].map((before): [string, AnyEntity] => [
    `thing.warns.due warningDays: has the days ${JSON.stringify(before)}: whole numbers from 0, the most first, each once`,
    warning({ before }),
  ]),
  ['thing.warns.due before type', warning({ before: 2 })],
  ['thing.warns.due noRole', warning({ to: { role: '' } })],
  ['thing.warns.due addressee', warning({ to: { field: 'lock' } })],
  ['thing.warns.due addressee', warning({ to: { field: 'nope' } })],
  ['thing.warns.due textField', warning({ text: ['%{nope}', '%{due}'] })],
  ['thing.warns.due text labels', warning({ text: ['A', ''] })],
  ['thing formulaReads', warning({ while: (row: { nope: object }) => row.nope })],
];

const moving = { actions: { go: action(['Go', '走']) } };
const labelled = (...label: [string, string]): AnyEntity => ({
  ...go({ sets: { size: 1 } }),
  label,
});

it.each<[string, AnyEntity]>([
  [
    'thing states.moves unknown',
    go({ sets: { size: 1 } }, { states: { ...states, moves: { fly: ['a', 'b'] } } }),
  ],
  ['thing states.moves unknown', go({}, { states: { ...states, moves: { go: ['a', 'z'] } } })],
  [
    'thing states.field unknown',
    go({ sets: { size: 1 } }, { states: { ...states, field: 'size', moves: {} } }),
  ],
  ['thing states.start unknown', go({}, { states: { ...states, start: 'z' } })],
  ['thing states.frozen unknown', go({}, { states: { ...states, frozen: { z: 'all' } } })],
  ['thing states.frozen unknown', go({}, { states: { ...states, frozen: { a: ['nope'] } } })],
  ['thing.go actionMissing', go({}, { states: { ...states, moves: {} } })],
  [
    'thing.go moveNever: moves from a, which its when excludes',
    go({ when: { state: ['b'] } }, { states }),
  ],
  [
    'thing.mark setsFrozen: sets size, which is frozen in each state in which the action is possible',
    thing({ state, lock, size: f.number(['Size', '大小']), extra: text({}) }, {
      actions: {
        go: action(['Go', '走']),
        mark: action(['Mark', '标记'], { when: { state: ['b'] }, sets: { size: 1 } }),
      },
      states: { ...states, frozen: { b: ['size'] } },
    } as never),
  ],
  ['thing.go setsState', go({ sets: { state: 'b' } }, { states })],
  ['thing.go setsArgument', go({ sets: { size: '@args.size' } })],
  ['thing states.field unknown', go({}, { states: { ...states, field: 'size' } })],
  ['thing.go setsKind', go({ sets: { size: '@name' } })],
  ['thing.go setsKind', go({ sets: { title: '@me' } })],
  ['thing.go setsKind', go({ sets: { title: '@today' } })],
  ['thing.go setsKind', go({ sets: { lock: '@org' } })],
  ['thing.go setsKind', go({ sets: { size: '@args.why' }, args: { why: text({}) } })],
  ['thing setsKind', go({ sets: { size: 1 } }, { stamps: { size: '@name' } })],
  ['thing.go setsValue', go({ sets: { size: 10 } })],
  ['thing.go setsValue', go({ sets: { size: null } })],
  ['thing.go setsValue', go({ sets: { title: '@mee' } })],
  ['thing.go sets unknown', go({ sets: { nope: 1 } })],
  ['thing stamps unknown', go({ sets: { size: 1 } }, { stamps: { nope: 1 } })],
  ['thing setsValue', go({ sets: { size: 1 } }, { stamps: { size: 10 } })],
  ['thing setsArgument', go({ sets: { size: 1 } }, { stamps: { size: '@args.size' } })],
  [
    'thing.go sends.command unknown: sends.command names fly, which is no command',
    go({ sends: { command: 'fly', lock: 'lock' } }),
  ],
  ...['departed', 'Trip.left', 'trip left', 'trip.', 'trip..left', ''].map(
    (posts): [string, AnyEntity] => [
      `thing.go posts event: posts must be words joined by a dot, such as trip.lodged, not "${posts}"`,
      go({ posts }),
    ],
  ),
  [
    'thing states.frozen frozenNever: states.frozen freezes fields in b, which no record can reach',
    go({}, { states: { ...states, moves: { go: ['a', 'a'] }, frozen: { a: 'all', b: 'all' } } }),
  ],
  ...[
    ['b', 'a'],
    [['a', 'b'], 'a'],
    // A state that only enters itself.
    ['b', 'b'],
  ].map((move): [string, AnyEntity] => [
    'thing states.moves moveUnreached: states.moves has a move from b, which no record can reach',
    go({}, { states: { ...states, moves: { go: move } } }),
  ]),
  [
    'thing.state stateInitial: has the initial "b", and states start at "a"',
    thing({ state: { ...state, initial: 'b' } }, { ...moving, states } as never),
  ],
  [
    'thing.state stateRequired: is required, and states alone give it a value: drop required',
    thing({ state: { ...state, required: true } }, { ...moving, states } as never),
  ],
  ['thing entityLabel: has the label "Box" of box too', labelled('Box', '盒')],
  ['thing entityLabel: has the label "箱" of box too', labelled('Case', '箱')],
  ['thing.go addressee', go({ notifies: { to: { field: 'lock' }, text: ['A', '甲'] } })],
  ['thing.go textField', go({ notifies: { to: 'org', text: ['%{nope}', '%{size}'] } })],
  ['thing.go notifies.text labels', go({ notifies: { to: 'org', text: ['A', ''] } })],
  ['thing.go noRole', go({ notifies: { to: { role: ' ' }, text: ['A', '甲'] } })],
  ...warningCases,
  ['thing.go icon unlike', go({ sets: { size: 1 }, icon: 'lokc' })],
  [
    'thing menu.group unlike',
    go({ sets: { size: 1 } }, { menu: { group: 'opration', icon: 'lock' } }),
  ],
  ['thing.go argumentUnused', go({ sets: { size: 1 }, args: { why: text({}) } })],
  [
    'thing operationTwice',
    go({}, { actions: { go: action(['Go', '走'], {}), run: action(['Go', '跑'], {}) } }),
  ],
  [
    'thing operationTwice: has two operations "走"',
    go({}, { actions: { go: action(['Go', '走'], {}), run: action(['Run', '走'], {}) } }),
  ],
  ['thing labelTwice', thing({ one: f.text(['One', '一']), two: f.text(['One', '二']) })],
  ['thing labelTwice', thing({ one: f.text(['One', '一']), two: f.text(['Two', '一']) })],
  [
    'thing.t choiceLabelTwice: has two choices "甲"',
    thing({
      t: f.choice(
        ['T', '调'],
        choices([
          ['a', 'A', '甲'],
          ['b', 'B', '甲'],
        ]),
      ),
    }),
  ],
  [
    'thing.t tone',
    thing({ t: f.choice(['T', '调'], choices([['a', 'A', '甲']], { a: 'purple' as never })) }),
  ],
])('%s', (key, entity) => {
  expect(errorsIn(entity)).toContain(key);
});

const amounts = choices([
  [1, 'One', '一'],
  [2, 'Two', '二'],
]);
const day = (options = {}) => f.date(['T', '调'], options);

it.each<[string, AnyField, AnyField, string?]>([
  ['a longer text', text({ max: 5 }), text({ max: 6 }), '"xxxxxx"'],
  ['a text without a limit', text({ max: 200 }), text({}), '201 characters'],
  ['any text for a pattern', text({ pattern: /^A/ }), text({}), '"x"'],
  ['any text for an address', f.email(['T', '调']), text({}), '"x"'],
  ['a higher number', number({ max: 9 }), number({ max: 10 }), '10'],
  ['a lower number', number({ min: 1 }), number({}), '0'],
  ['parts of a whole number', number({ integer: true }), number({}), '-0.5'],
  ['a number for a choice', f.choice(['T', '调'], amounts), number({ integer: true }), '0'],
  [
    'another choice',
    f.choice(['T', '调'], choices([[1, 'One', '一']])),
    f.choice(['T', '调'], amounts),
    '2',
  ],
  ['more places', decimal({ scale: 2 }), decimal({ scale: 3 }), '"0.001"'],
  ['more digits', decimal({ scale: 5 }), decimal({ scale: 4 }), '"9999999999999999"'],
  ['a later day', day({ max: '2026-01-31' }), day({ max: '2026-02-01' }), '"2026-02-01"'],
  ['days before today', day({ min: 'today' }), day(), '"0001-01-01"'],
  ['the same text', text({ max: 5, pattern: /^A/ }), text({ max: 5, pattern: /^A/ })],
  ['a shorter text', text({ max: 5 }), text({ max: 4, min: 2 })],
  ['fewer numbers', number({ min: 1, max: 9 }), number({ integer: true, min: 2, max: 9 })],
  ['fewer places', decimal({ scale: 3 }), decimal({ scale: 2, max: 1000 })],
  ['an exact number for any', number({}), decimal({})],
  ['the same choice', f.choice(['T', '调'], amounts), f.choice(['T', '调'], amounts)],
  ['a reference', f.refTree(['T', '调'], 'org'), f.ref(['T', '调'], 'org')],
])('judges an argument by the field that it is set to: %s', (_, field, argument, refused) => {
  const declared = thing(
    { w: field } as never,
    {
      actions: { go: action(['Go', '走'], { args: { w: argument }, sets: { w: '@args.w' } }) },
    } as never,
  );
  const errors = errorsIn(declared).filter((each) => each.includes('setsWider'));
  const sentence = `thing.go setsWider: sets w to @args.w, which takes ${refused}: the rules of the field refuse that`;
  expect(errors.filter((each) => each.includes(':'))).toEqual(refused ? [sentence] : []);
});

it.each([
  ['always', true],
  ['many', false],
])('refuses to send a command that is typed %s: %s', (typed, isWrong) => {
  const entity = go(
    { sends: { command: 'seal', lock: 'lock' } },
    { commands: { seal: command(['Seal', '施封'], { typed } as never) } },
  );
  expect(errorsIn(entity).includes('thing.go commandTyped')).toBe(isWrong);
});

it.each([
  ['noLock', 'sends to title, which is no reference to a lock', 'title', {}],
  [
    'commandArgs',
    'sends seal, which needs arguments: why',
    'lock',
    { why: text({ required: true }) },
  ],
])('checks what an action sends: %s', (code, sentence, field, args) => {
  const entity = go(
    { sends: { command: 'seal', lock: field } },
    { commands: { seal: command(['Seal', '施封'], { args }) } },
  );
  expect(errorsIn(entity)).toContain(`thing.go ${code}: ${sentence}`);
});

it('names the nearest command that an action can send', () => {
  const entity = go(
    { sends: { command: 'saeling', lock: 'lock' } },
    { commands: { sealing: command(['Seal', '施封'], {}) } },
  );
  expect(errorsIn(entity)).toContain(
    'thing.go sends.command unlike: sends.command names saeling, which is no command: sealing is near',
  );
});

it('accepts the start as initial, a frozen start, and words with capitals in the name of an event', () => {
  const declared = thing({ state: { ...state, initial: 'a' } }, {
    actions: { go: action(['Go', '走'], { posts: 'toolLoan.sent_back.byPost' }) },
    states: { ...states, frozen: { a: ['title'], b: 'all' } },
    menu: { icon: 'lock' },
  } as never);
  expect(errorsIn(declared)).toEqual([]);
});

it('reports two entities with the same labels once', () => {
  const errors = errorsIn(labelled('Box', '箱')).filter((each) =>
    / (twice|entityLabel):/.test(each),
  );
  expect(errors).toEqual(['thing entityLabel: has the label "Box" of box too']);
});
