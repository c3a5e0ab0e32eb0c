import { describe, expect, it } from 'vitest';
import { type AnyEntity, action, choices, command, f } from '../../../../src/config';
import { day, errorsIn, kind, number, text, thing } from './declared';

describe('reports an invalid declaration with entity and field:', () => {
  it.each<[string, AnyEntity]>([
    ['thing.n above: min 9 is above max 2', thing({ n: number({ min: 9, max: 2 }) })],
    ['thing.n above', thing({ n: text({ min: 9, max: 2 }) })],
    ['thing.n above', thing({ n: day({ min: '2026-02-01', max: '2026-01-31' }) })],
    [
      'thing.n min day: min is soon, not a day as in 2026-01-31',
      thing({ n: day({ min: 'soon' }) }),
    ],
    [
      'thing.n initial: its own rules refuse the initial value 12',
      thing({ n: number({ max: 9, initial: 12 }) }),
    ],
    ['thing.n initial', thing({ n: { ...kind, initial: 3 } })],
    ['thing.n initial', thing({ n: f.email(['Mail', '邮箱'], { initial: 'x' }) })],
    [
      'thing.n when unknown: when names nope, which is no field',
      thing({ n: text({ when: { nope: [1] } }) }),
    ],
    ['thing.n never: when: kind is never 3', thing({ kind, n: text({ when: { kind: [1, 3] } }) })],
    ['thing.n never', thing({ kind, n: text({ when: { kind: { above: 1 } } }) })],
    [
      'thing.n never',
      thing({ axles: number({ min: 2, max: 9 }), n: text({ when: { axles: { above: 9 } } }) }),
    ],
    [
      'thing.go never',
      thing(
        { axles: number({}) },
        { actions: { go: action(['Go', '走'], { when: { axles: { above: Number.NaN } } }) } },
      ),
    ],
    ['thing.n notLock', thing({ n: text({ reported: true, on: ['list'] }) })],
    ['thing.electric state', thing({ electric: number({}) }, { table: 'device' })],
    ['thing.n reportedInput', thing({ n: text({ reported: true }) }, { table: 'device' })],
    [
      'thing.n reportedColumn',
      thing({ n: text({ reported: true, unique: true, on: ['list'] }) }, { table: 'device' }),
    ],
    ['thing.sn copied', thing({ sn: text({ reported: true, on: ['list'] }) }, { table: 'device' })],
    ['thing sort unknown', thing({}, { sort: ['nope', 'ASC'] })],
    ['thing sort unknown', thing({ v: text({ virtual: true }) }, { sort: ['v', 'ASC'] })],
    ['thing list unknown', thing({}, { list: ['title', 'nope'] })],
    ['thing card unknown', thing({}, { card: ['nope'] })],
    ['thing form unknown', thing({}, { form: [['title', 'nope']] })],
    ['thing counts unknown', thing({ v: text({ virtual: true }) }, { counts: ['v'] })],
    ['thing filter unknown', thing({ j: f.json(['J', 'J']) }, { filter: ['j', 'title'] })],
    ['thing filter unknown', thing({ v: text({ virtual: true }) }, { filter: ['v'] })],
    [
      'thing.c choices choiceTwice: choices have the value 2 twice',
      thing({
        c: f.choices(
          ['C', 'C'],
          choices([
            [2, 'A', '甲'],
            [2, 'B', '乙'],
          ]),
        ),
      }),
    ],
    ['thing.c choices minItems', thing({ c: f.choices(['C', 'C'], choices([])) })],
    [
      'thing.c choices choiceTwice',
      thing({
        c: f.choice(
          ['C', 'C'],
          choices([
            [1, 'A', '甲'],
            [1, 'B', '乙'],
          ]),
        ),
      }),
    ],
    [
      'thing.c choices choiceText: choices have the value 2, which has no text in zh',
      thing({
        c: f.choice(
          ['C', 'C'],
          choices([
            [1, 'A', '甲'],
            [2, 'B', ' '],
          ]),
        ),
      }),
    ],
    ['thing.n label labels: label has no text in en', thing({ n: f.text(['', '文本']) })],
    ['thing.n label labels', thing({ n: f.text(['Text'] as never) })],
    ['thing.n label labels', thing({ n: f.text('Text' as never) })],
    ['thing.n help labels', thing({ n: text({ help: ['Help', ''] }) })],
    ['thing.n form', thing({ n: text({ required: true }) }, { form: ['title'] })],
    ['thing menu.group unknown', thing({}, { menu: { group: 'nowhere', icon: 'list' } })],
    [
      'thing.views.old filter unknown',
      thing({}, { views: { old: { label: ['Old', '旧'], filter: { size_to: 3 } } } }),
    ],
    [
      'thing.views.old refused: the list refuses "now-2y" as n_to',
      thing(
        { n: number({}) },
        { views: { old: { label: ['Old', '旧'], filter: { n_to: 'now-2y' } } } },
      ),
    ],
    [
      'thing.views.2 viewCode',
      thing({}, { views: { 2: { label: ['Old', '旧'], filter: { title: 'x' } } } }),
    ],
    [
      'thing.views.old refused: the list refuses [1,7] as k',
      thing({ k: kind }, { views: { old: { label: ['Old', '旧'], filter: { k: [1, 7] } } } }),
    ],
    ['thing side.timeField unknown', thing({}, { side: { timeField: 'when' } })],
    [
      'thing.timeline.moves supersededBy unknown',
      thing(
        { at: f.datetime(['At', '时间'], { indexed: true }) },
        {
          record: { time: 'at' },
          timeline: {
            moves: {
              ...{
                entity: 'thing',
                foreignField: 'at',
                localField: 'at',
                label: ['Moves', '移动'],
              },
              ...{ icon: 'list', title: ['at'], supersededBy: ['nope'] },
            },
          },
        },
      ),
    ],
    [
      'thing.timeline.moves extra unknown',
      thing(
        { at: f.datetime(['At', '时间'], { indexed: true }) },
        {
          record: { time: 'at' },
          timeline: {
            moves: {
              ...{
                entity: 'thing',
                foreignField: 'at',
                localField: 'at',
                label: ['Moves', '移动'],
              },
              ...{ icon: 'list', title: ['at'], extra: ['nope'] },
            },
          },
        },
      ),
    ],
    ['thing menu.icon unknown', thing({}, { menu: { group: 'operation', icon: 'lorry' } })],
    [
      'thing.r refTree: refTree needs a tree: box has no refTree to itself',
      thing({ r: f.refTree(['R', 'R'], 'box') }),
    ],
    ['thing.r target: refers to nope, which is no entity', thing({ r: f.ref(['R', 'R'], 'nope') })],
    [
      'thing.r_id title: its title comes as r_name, which is a field of its own: name another via',
      thing({ r_id: f.ref(['R', 'R'], 'box'), r_name: text() }),
    ],
    ...[
      ...['sign', 'langue', 'timestamp', 'id', 'ids', 'before', 'pageNum'],
      ...['columns', 'job', 'to', 'weekly'],
    ].map((name): [string, AnyEntity] => [`thing.${name} wire`, thing({ [name]: text() })]),
    ['thing.sn via unknown', thing({ sn: f.lock(['SN', '设备号'], { via: 'sn_name' }) })],
    [
      'thing.n filterName: its filter n_from is a field of its own',
      thing({ n: number({}), n_from: text() }),
    ],
    ['thing.title filterName', thing({ title_is: text() })],
    ['thing.a-b name', thing({ 'a-b': text() })],
    ['thing.n formerName: was title, which is declared too', thing({ n: text({ was: 'title' }) })],
    [
      'thing.n formerTwice: was old, as another says too',
      thing({ n: text({ was: 'old' }), m: text({ was: 'old' }) }),
    ],
    [
      'thing.p columns unknown',
      thing({ p: f.lngLat(['P', 'P'], { virtual: true, columns: ['lat', 'lon'] }) }),
    ],
    [
      'thing.related.nope entity unknown',
      thing({}, { related: [{ entity: 'nope', foreignField: 'x', localField: 'id' }] }),
    ],
    [
      'thing.related.box foreignField unknown',
      thing({}, { related: [{ entity: 'box', foreignField: 'nope', localField: 'id' }] }),
    ],
    [
      'thing.related.box localField unknown',
      thing({}, { related: [{ entity: 'box', foreignField: 'title', localField: 'nope' }] }),
    ],
    [
      'thing.related.thing foreignField unknown',
      thing(
        { v: text({ virtual: true }) },
        { related: [{ entity: 'thing', foreignField: 'v', localField: 'id' }] },
      ),
    ],
    [
      'thing.related.box filter unknown',
      thing(
        {},
        {
          related: [
            { entity: 'box', foreignField: 'title', localField: 'title', filter: { nope: 1 } },
          ],
        },
      ),
    ],
    [
      'thing.words names unknown',
      thing({ words: f.placeName(['Place', '位置'], { names: 'gate', virtual: true }) }),
    ],
    ['thing.doc nameIn unknown', thing({ doc: f.file(['Doc', '文件'], { nameIn: 'doc_name' }) })],
    [
      'thing.paid superior',
      thing({ paid: f.date(['Paid', '已付'], { changedBy: 'superior' }) }, { scope: 'shared' }),
    ],
    [
      'thing.n month',
      thing(
        { at: f.datetime(['At', '时间']), n: text({ unique: true }) },
        { record: { time: 'at' } },
      ),
    ],
    ['thing.n on', thing({ n: text({ required: true, on: ['list'] }) })],
    [
      'thing.go.n on',
      thing(
        {},
        {
          actions: {
            go: action(['Go', '走'], { args: { n: text({ required: true, on: ['list'] }) } }),
          },
        },
      ),
    ],
    ...(
      [
        ['minimum: decimals must be at least 0, not -1', -1],
        ['type: decimals must be a whole number, not 1.5', 1.5],
        ['maximum: decimals must be at most 20, not 21', 21],
      ] as const
    ).map(([problem, decimals]): [string, AnyEntity] => [
      `thing.n decimals ${problem}`,
      thing({ n: number({ decimals }) }),
    ]),
    ['thing record.time unknown', thing({ at: day({}) }, { record: { time: 'at' } })],
    [
      'thing.a whenCircle: when goes in a circle: a, b, a',
      thing({ a: text({ when: { b: ['x'] } }), b: text({ when: { a: ['x'] } }) }),
    ],
    ['thing.a whenCircle', thing({ a: text({ when: { a: ['x'] } }) })],
    [
      'thing.go.a whenCircle',
      thing(
        {},
        {
          actions: {
            go: action(['Go', '走'], {
              args: { a: text({ when: { b: ['x'] } }), b: text({ when: { a: ['x'] } }) },
            }),
          },
        },
      ),
    ],
    ['thing.n uniqueOrg', thing({ n: text({ unique: 'org' }) }, { scope: 'shared' })],
    ['thing formerName: was box, which is declared too', thing({}, { was: 'box' })],
    ['thing ownTable', thing({}, { was: 'session' })],
    ['thing table', thing({}, { was: 'a-b' })],
    ['thing tableTwice: its table box is that of box too', thing({}, { table: 'box' })],
    [
      'thing table: its table a b: a name has up to 63 letters, digits and underscores',
      thing({}, { table: 'a b' }),
    ],
    ...['job', 'notice', 'session', 'schema_migration', 'pg_class'].map(
      (table): [string, AnyEntity] => [`thing ownTable`, thing({}, { table })],
    ),
    [
      'thing ownTable: the server has a table of its own under the name latestData: set another table',
      thing({}, { table: 'latestData' }),
    ],
    [
      'thing.related.box types: box.title is text, thing.size is number: they are never equal',
      thing(
        { size: number({}) },
        { related: [{ entity: 'box', foreignField: 'title', localField: 'size' }] },
      ),
    ],
    [
      'thing.related.box types',
      thing({}, { related: [{ entity: 'box', foreignField: 'title', localField: 'id' }] }),
    ],
    [
      'thing.related.tree types',
      thing(
        { boxes: f.refs(['Boxes', '箱'], 'box') },
        {
          related: [
            {
              ...{ entity: 'tree', foreignField: 'title', localField: 'title' },
              through: { entity: 'thing', foreignField: 'title', takes: 'boxes' },
            },
          ],
        },
      ),
    ],
    [
      'thing.timeline.moves types',
      thing(
        { at: f.datetime(['At', '时间'], { indexed: true }) },
        {
          record: { time: 'at' },
          timeline: {
            moves: {
              ...{ entity: 'thing', foreignField: 'at', localField: 'title', title: ['at'] },
              ...{ label: ['Moves', '移动'], icon: 'list' },
            },
          },
        },
      ),
    ],
    [
      'thing.r initialRef: initial names a record of box, and a new database has none',
      thing({ r: f.ref(['R', 'R'], 'box', { initial: 5 }) }),
    ],
    ...[1, 999, 0, Number.NaN].map((poll): [string, AnyEntity] => [
      `thing poll poll`,
      thing({}, { poll }),
    ]),
    ...(
      [
        ['minimum', 0],
        ['minimum', -1],
        ['type', 1.5],
      ] as const
    ).flatMap(([code, max]): [string, AnyEntity][] => [
      [`thing.n max ${code}`, thing({ n: text({ max }) })],
      [`thing.go max ${code}`, thing({}, { actions: { go: action(['Go', '走'], { max }) } })],
    ]),
    [
      'thing view: is derived, and the server has no view thing: src/server/db/schema/views.ts has them',
      thing({}, { derived: true }),
    ],
    ...['text', 'box'].map((of): [string, AnyEntity] => [
      'thing.owner scope: cannot be scope: it is no reference to org',
      thing({ owner: of === 'text' ? text() : f.ref(['Owner', '主'], of) }, { scope: 'owner' }),
    ]),
    ['thing.org_id scope', thing({ org_id: text() })],
    ['thing scope unknown', thing({ org_id: f.ref(['Owner', '主'], 'org', { virtual: true }) })],
    ...['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'].flatMap(
      (name): [string, AnyEntity][] => [
        [`thing.${name} systemColumn`, thing({ [name]: text() })],
        [`${name} systemColumn`, { ...thing({}), name } as AnyEntity],
      ],
    ),
    [
      'thing requires: no record could ever be added: thing requires thing',
      thing({ up_id: f.refTree(['Up', '上'], 'thing', { required: true }) }),
    ],
    ...([1.5, Number.NaN] as const).map((value): [string, AnyEntity] => [
      `thing.c choiceColumn`,
      thing({ c: f.choice(['C', 'C'], choices([[value, 'A', '甲']])) }),
    ]),
    ...[2 ** 31, -(2 ** 31) - 1].map((value): [string, AnyEntity] => [
      `thing.c choiceColumn`,
      thing({ c: f.choice(['C', 'C'], choices([[value, 'A', '甲']])) }),
    ]),
    [
      'thing.c choiceColumn: the choice "a" does not fit its column of type bigint[]',
      thing({ c: f.choices(['C', 'C'], choices([['a', 'A', '甲']])) }),
    ],
    [`thing.c choiceColumn`, thing({ c: f.choices(['C', 'C'], choices([[2 ** 53, 'A', '甲']])) })],
    [
      'thing.n length: a text with a max has up to 10485760 characters, not 10485761',
      thing({ n: text({ max: 10_485_761 }) }),
    ],
    [
      'thing columns: has 1501 fields with a column: a table has up to 1500',
      thing(Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`n${i}`, text()]))),
    ],
    [
      'thing.api.list path: has the path /box/list, as box.list',
      thing({}, { api: { list: '/box/list' } }),
    ],
    ['thing.api.get path', thing({}, { api: { get: '/thing/list' } })],
    [
      'thing.api.add path',
      thing({}, { api: { add: '/thing/go' }, actions: { go: action(['Go', '走']) } }),
    ],
    ['thing.list path', thing({}, { actions: { list: action(['Go', '走']) } })],
    ...['count', 'timeline', 'preview'].map((code): [string, AnyEntity] => [
      `thing.api.list path`,
      thing(
        {},
        {
          api: { list: `/thing/${code}` },
          counts: ['title'],
          timeline: { a: { entity: 'log', foreignField: 'title', localField: 'title' } },
          preview: true,
        },
      ),
    ]),
    ...['/auth/getAuth', '/role/shown', '/appointmentCommandRecord/cancel', '/command/seal'].map(
      (path): [string, AnyEntity] => [
        `thing.api.list path`,
        thing(
          { sn: text() },
          { api: { list: path }, commands: { seal: command(['Seal', '施封']) } },
        ),
      ],
    ),
    ['hobby.get path', { ...thing({}), name: 'hobby' } as AnyEntity],
    ...(
      [
        ['n_from', 'many'],
        ['at_last', 'many'],
        ['boxes', 'many'],
        ['n', []],
      ] as const
    ).map(([name, value]): [string, AnyEntity] => [
      `thing.views.old refused`,
      thing(
        {
          n: number({}),
          at: f.datetime(['At', '时间']),
          boxes: f.refs(['Boxes', '箱'], 'box', { on: ['list', 'filter'] }),
        },
        { views: { old: { label: ['Old', '旧'], filter: { [name]: value } } } },
      ),
    ]),
    ['page thing list', thing({}, { verbs: ['get', 'add'] })],
    ['thing.n unstored', thing({ n: text({ required: true, virtual: true }) })],
    ['thing noun labels', thing({}, { noun: ['thing |||| things'] })],
    ['thing label labels', { ...thing({}), label: undefined } as never],
    ['thing.n label labels', thing({ n: f.text(undefined as never) })],
    ['thing.go label labels', thing({}, { actions: { go: action(undefined as never) } })],
    ['thing.n declaration', thing({ n: undefined })],
    ['thing.n required: has no kind', thing({ n: { label: ['N', 'N'] } })],
    [
      'thing.n kind enum: kind must be one of battery, boolean, choice, choices, codes, color, date, datetime, decimal, dict, duration, email, file, files, geometry, grants, image, json, lines, lngLat, lock, money, number, password, phones, placeName, radius, ref, refTree, refs, series, text, version, weekTimes, zone, not "colour"',
      thing({ n: { ...text(), kind: 'colour' } }),
    ],
    [
      'thing.go.n declaration',
      thing({}, { actions: { go: action(['Go', '走'], { args: { n: undefined as never } }) } }),
    ],
    ...[text({ pattern: '^a' }), f.codes(['N', 'N'], { pattern: '^a' } as never)].map(
      (n): [string, AnyEntity] => [
        'thing.n pattern pattern: pattern must be a regular expression, not "^a"',
        thing({ n }),
      ],
    ),
    ...['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'].flatMap(
      (name): [string, AnyEntity][] => [
        [`thing.${name} objectName`, thing({ [name]: text() })],
        [`${name} objectName`, { ...thing({}), name, table: 'thing' } as AnyEntity],
      ],
    ),
    ['thing.n on enum', thing({ n: text({ on: ['lists'] }) })],
    [
      'thing.n accept accept: accept names "pdf", which is neither an ending such as .pdf nor a type such as image/png',
      thing({ n: f.file(['File', '文件'], { accept: '.doc, pdf' }) }),
    ],
    [
      'thing.n accept accept: accept names "pdf", which is neither an ending such as .pdf nor a type such as image/png',
      thing({ n: f.files(['Files', '文件'], { accept: 'pdf' }) }),
    ],
  ])('%s', (error, declared) => {
    expect(errorsIn(declared)).toContain(error);
  });
});
