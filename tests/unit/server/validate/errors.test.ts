import { describe, expect, it } from 'vitest';
import { type AnyEntity, action, choices, command, f } from '../../../../src/config';
import { day, kind, number, text, thing, verdictOn } from './declared';

describe('reports an invalid declaration with entity and field:', () => {
  it.each<[string, AnyEntity]>([
    ['thing.n: min 9 is above max 2', thing({ n: number({ min: 9, max: 2 }) })],
    ['thing.n: min 9 is above max 2', thing({ n: text({ min: 9, max: 2 }) })],
    [
      'thing.n: min 2026-02-01 is above max 2026-01-31',
      thing({ n: day({ min: '2026-02-01', max: '2026-01-31' }) }),
    ],
    ['thing.n: min is soon, not a day as in 2026-01-31', thing({ n: day({ min: 'soon' }) })],
    [
      'thing.n: its own rules refuse the initial value 12',
      thing({ n: number({ max: 9, initial: 12 }) }),
    ],
    ['thing.n: its own rules refuse the initial value 3', thing({ n: { ...kind, initial: 3 } })],
    [
      'thing.n: its own rules refuse the initial value "x"',
      thing({ n: f.email(['Mail', '邮箱'], { initial: 'x' }) }),
    ],
    ['thing.n: when names nope, which is no field', thing({ n: text({ when: { nope: [1] } }) })],
    ['thing.n: when: kind is never 3', thing({ kind, n: text({ when: { kind: [1, 3] } }) })],
    [
      'thing.n: when: kind is never above 1',
      thing({ kind, n: text({ when: { kind: { above: 1 } } }) }),
    ],
    [
      'thing.n: when: axles is never above 9',
      thing({ axles: number({ min: 2, max: 9 }), n: text({ when: { axles: { above: 9 } } }) }),
    ],
    [
      'thing.go: when: axles is never above NaN',
      thing(
        { axles: number({}) },
        { actions: { go: action(['Go', '走'], { when: { axles: { above: Number.NaN } } }) } },
      ),
    ],
    [
      'thing.n: only a field of device can be reported',
      thing({ n: text({ reported: true, on: ['list'] }) }),
    ],
    [
      'thing.electric: locks report this value: it needs reported',
      thing({ electric: number({}) }, { table: 'device' }),
    ],
    [
      'thing.n: is reported, so no form and no import can have it',
      thing({ n: text({ reported: true }) }, { table: 'device' }),
    ],
    [
      'thing.n: is reported, so it is neither unique, virtual nor a reference',
      thing({ n: text({ reported: true, unique: true, on: ['list'] }) }, { table: 'device' }),
    ],
    [
      'thing.sn: cannot be reported: operators decide it',
      thing({ sn: text({ reported: true, on: ['list'] }) }, { table: 'device' }),
    ],
    ['thing: sort names nope, which is no column', thing({}, { sort: ['nope', 'ASC'] })],
    [
      'thing: sort names v, which is no column',
      thing({ v: text({ virtual: true }) }, { sort: ['v', 'ASC'] }),
    ],
    ['thing: list names nope, which is no field', thing({}, { list: ['title', 'nope'] })],
    ['thing: card names nope, which is no field', thing({}, { card: ['nope'] })],
    ['thing: form names nope, which is no field', thing({}, { form: [['title', 'nope']] })],
    [
      'thing: counts names v, which is no column',
      thing({ v: text({ virtual: true }) }, { counts: ['v'] }),
    ],
    [
      'thing: filter names j, which is no field by which thing is narrowed',
      thing({ j: f.json(['J', 'J']) }, { filter: ['j', 'title'] }),
    ],
    [
      'thing: filter names v, which is no field by which thing is narrowed',
      thing({ v: text({ virtual: true }) }, { filter: ['v'] }),
    ],
    [
      'thing.c: choices have the value 2 twice',
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
    ['thing.c: choices must have at least one', thing({ c: f.choices(['C', 'C'], choices([])) })],
    [
      'thing.c: choices have the value 1 twice',
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
      'thing.c: choices have the value 2, which has no text in zh',
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
    ['thing.n: label has no text in en', thing({ n: f.text(['', '文本']) })],
    ['thing.n: label has no text in zh', thing({ n: f.text(['Text'] as never) })],
    ['thing.n: label has no text in en and zh', thing({ n: f.text('Text' as never) })],
    ['thing.n: help has no text in zh', thing({ n: text({ help: ['Help', ''] }) })],
    [
      'thing.n: is required, and no form asks for it',
      thing({ n: text({ required: true }) }, { form: ['title'] }),
    ],
    [
      'thing: there is no menu nowhere for its page to arrive under',
      thing({}, { menu: { group: 'nowhere', icon: 'list' } }),
    ],
    [
      'thing.views.old: filter names size_to, which is no filter of the list',
      thing({}, { views: { old: { label: ['Old', '旧'], filter: { size_to: 3 } } } }),
    ],
    [
      'thing.views.old: n_to is now-2y, which tells no moment',
      thing(
        { n: number({}) },
        { views: { old: { label: ['Old', '旧'], filter: { n_to: 'now-2y' } } } },
      ),
    ],
    [
      'thing.views.2: its code must begin with a letter',
      thing({}, { views: { 2: { label: ['Old', '旧'], filter: { title: 'x' } } } }),
    ],
    [
      'thing.views.old: k is never 7',
      thing({ k: kind }, { views: { old: { label: ['Old', '旧'], filter: { k: [1, 7] } } } }),
    ],
    [
      'thing: side.timeField names when, which is no field',
      thing({}, { side: { timeField: 'when' } }),
    ],
    [
      'thing.timeline.moves: supersededBy names nope, which is no other source of the timeline',
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
      'thing.timeline.moves: extra names nope, which is no field of thing',
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
    [
      'thing: menu.icon names lorry, which is no icon',
      thing({}, { menu: { group: 'operation', icon: 'lorry' } }),
    ],
    [
      'thing.r: refTree needs a tree: box has no refTree to itself',
      thing({ r: f.refTree(['R', 'R'], 'box') }),
    ],
    ['thing.r: refers to nope, which is no entity', thing({ r: f.ref(['R', 'R'], 'nope') })],
    [
      'thing.r_id: its title comes as r_name, which is a field of its own: name another via',
      thing({ r_id: f.ref(['R', 'R'], 'box'), r_name: text() }),
    ],
    ...['sign', 'langue', 'timestamp', 'id', 'ids', 'before', 'pageNum', 'columns'].map(
      (name): [string, AnyEntity] => [
        `thing.${name}: the wire uses this name itself`,
        thing({ [name]: text() }),
      ],
    ),
    ['thing.n: its filter n_from is a field of its own', thing({ n: number({}), n_from: text() })],
    ['thing.title: its filter title_is is a field of its own', thing({ title_is: text() })],
    [
      'thing.a-b: a name has up to 63 letters, digits and underscores, and no blank',
      thing({ 'a-b': text() }),
    ],
    ['thing.n: was title, which is a field of its own', thing({ n: text({ was: 'title' }) })],
    [
      'thing.n: was old, as another field says too',
      thing({ n: text({ was: 'old' }), m: text({ was: 'old' }) }),
    ],
    [
      'thing.p: columns names lat, which is no number field',
      thing({ p: f.lngLat(['P', 'P'], { virtual: true, columns: ['lat', 'lon'] }) }),
    ],
    [
      'thing.related.nope: entity names nope, which is no entity',
      thing({}, { related: [{ entity: 'nope', foreignField: 'x', localField: 'id' }] }),
    ],
    [
      'thing.related.box: foreignField names nope, which is no field by which box is narrowed',
      thing({}, { related: [{ entity: 'box', foreignField: 'nope', localField: 'id' }] }),
    ],
    [
      'thing.related.box: localField names nope, which is no field',
      thing({}, { related: [{ entity: 'box', foreignField: 'title', localField: 'nope' }] }),
    ],
    [
      'thing.related.thing: foreignField names v, which is no field by which thing is narrowed',
      thing(
        { v: text({ virtual: true }) },
        { related: [{ entity: 'thing', foreignField: 'v', localField: 'id' }] },
      ),
    ],
    [
      'thing.related.box: filter names nope, which is no field by which box is narrowed',
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
      'thing.words: names names gate, which is no field',
      thing({ words: f.placeName(['Place', '位置'], { names: 'gate', virtual: true }) }),
    ],
    [
      'thing.doc: nameIn names doc_name, which is no field',
      thing({ doc: f.file(['Doc', '文件'], { nameIn: 'doc_name' }) }),
    ],
    [
      'thing.paid: only a superior may, but the records have no field for their organisation',
      thing({ paid: f.date(['Paid', '已付'], { changedBy: 'superior' }) }, { scope: 'shared' }),
    ],
    [
      'thing.n: cannot be unique: records are kept by month',
      thing(
        { at: f.datetime(['At', '时间']), n: text({ unique: true }) },
        { record: { time: 'at' } },
      ),
    ],
    [
      'thing.n: is required, and on leaves it out of create',
      thing({ n: text({ required: true, on: ['list'] }) }),
    ],
    [
      'thing.go.n: is required, and on leaves it out of create',
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
        ['at least 0', -1],
        ['a whole number', 1.5],
        ['at most 20', 21],
      ] as const
    ).map(([limit, decimals]): [string, AnyEntity] => [
      `thing.n: decimals must be ${limit}, not ${decimals}`,
      thing({ n: number({ decimals }) }),
    ]),
    [
      'thing: record.time names at, which is no datetime',
      thing({ at: day({}) }, { record: { time: 'at' } }),
    ],
    [
      'thing.a: when goes in a circle: a, b, a',
      thing({ a: text({ when: { b: ['x'] } }), b: text({ when: { a: ['x'] } }) }),
    ],
    ['thing.a: when goes in a circle: a, a', thing({ a: text({ when: { a: ['x'] } }) })],
    [
      'thing.go.a: when goes in a circle: a, b, a',
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
    [
      'thing.n: cannot be unique in an organisation: the records belong to none',
      thing({ n: text({ unique: 'org' }) }, { scope: 'shared' }),
    ],
    ['thing: its table box is that of box too', thing({}, { table: 'box' })],
    [
      'thing: its table a b: a name has up to 63 letters, digits and underscores',
      thing({}, { table: 'a b' }),
    ],
    ...['job', 'notice', 'session', 'schema_migration', 'pg_class'].map(
      (table): [string, AnyEntity] => [
        `thing: the server keeps a table of its own under the name ${table}: set another table`,
        thing({}, { table }),
      ],
    ),
    [
      'thing: the server has a view under the name latestData: set another table',
      thing({}, { table: 'latestData' }),
    ],
    [
      'thing.related.box: box.title is text, thing.size is number: they are never equal',
      thing(
        { size: number({}) },
        { related: [{ entity: 'box', foreignField: 'title', localField: 'size' }] },
      ),
    ],
    [
      'thing.related.box: box.title is text, thing.id is number: they are never equal',
      thing({}, { related: [{ entity: 'box', foreignField: 'title', localField: 'id' }] }),
    ],
    [
      'thing.related.tree: thing.boxes is number, tree.title is text: they are never equal',
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
      'thing.timeline.moves: thing.at is number, thing.title is text: they are never equal',
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
      'thing.r: initial names a record of box, and a new database has none',
      thing({ r: f.ref(['R', 'R'], 'box', { initial: 5 }) }),
    ],
    ...[1, 999, 0, Number.NaN].map((poll): [string, AnyEntity] => [
      `thing: poll is ${poll} ms: it must be from 1000 to 2147483647 ms`,
      thing({}, { poll }),
    ]),
    ...(
      [
        ['at least 1', 0],
        ['at least 1', -1],
        ['a whole number', 1.5],
      ] as const
    ).flatMap(([limit, max]): [string, AnyEntity][] => [
      [`thing.n: max must be ${limit}, not ${max}`, thing({ n: text({ max }) })],
      [
        `thing.go: max must be ${limit}, not ${max}`,
        thing({}, { actions: { go: action(['Go', '走'], { max }) } }),
      ],
    ]),
    [
      'thing: is derived, and the server has no view thing: src/server/db/schema/views.ts has them',
      thing({}, { derived: true }),
    ],
    ...['text', 'box'].map((of): [string, AnyEntity] => [
      'thing.owner: cannot be scope: it is no reference to org',
      thing({ owner: of === 'text' ? text() : f.ref(['Owner', '主'], of) }, { scope: 'owner' }),
    ]),
    ['thing.org_id: cannot be scope: it is no reference to org', thing({ org_id: text() })],
    [
      'thing: scope names org_id, which is no column with an organisation',
      thing({ org_id: f.ref(['Owner', '主'], 'org', { virtual: true }) }),
    ],
    ...['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'].flatMap(
      (name): [string, AnyEntity][] => [
        [
          `thing.${name}: PostgreSQL has a column of its own under this name`,
          thing({ [name]: text() }),
        ],
        [
          `${name}: PostgreSQL has a column of its own under this name`,
          { ...thing({}), name } as AnyEntity,
        ],
      ],
    ),
    [
      'thing.up_id: no record could ever be added: the first one has none to refer to',
      thing({ up_id: f.refTree(['Up', '上'], 'thing', { required: true }) }),
    ],
    ...([1.5, Number.NaN] as const).map((value): [string, AnyEntity] => [
      `thing.c: the choice ${JSON.stringify(value)} is no whole number`,
      thing({ c: f.choice(['C', 'C'], choices([[value, 'A', '甲']])) }),
    ]),
    ...[2 ** 31, -(2 ** 31) - 1].map((value): [string, AnyEntity] => [
      `thing.c: the choice ${value} does not fit its column of type integer`,
      thing({ c: f.choice(['C', 'C'], choices([[value, 'A', '甲']])) }),
    ]),
    [
      'thing.c: the choice "a" is no whole number',
      thing({ c: f.choices(['C', 'C'], choices([['a', 'A', '甲']])) }),
    ],
    [
      `thing.c: the choice ${2 ** 53} does not fit its column of type bigint[]`,
      thing({ c: f.choices(['C', 'C'], choices([[2 ** 53, 'A', '甲']])) }),
    ],
    [
      'thing.n: a text with a max has up to 10485760 characters, not 10485761',
      thing({ n: text({ max: 10_485_761 }) }),
    ],
    [
      'thing: has 1501 fields with a column: a table has up to 1500',
      thing(Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`n${i}`, text()]))),
    ],
    [
      'thing.api.list: has the path /box/list, as box.list',
      thing({}, { api: { list: '/box/list' } }),
    ],
    [
      'thing.api.get: has the path /thing/list, as thing.list',
      thing({}, { api: { get: '/thing/list' } }),
    ],
    [
      'thing.api.add: has the path /thing/go, as thing.go',
      thing({}, { api: { add: '/thing/go' }, actions: { go: action(['Go', '走']) } }),
    ],
    [
      'thing.list: has the path /thing/list, as thing.list',
      thing({}, { actions: { list: action(['Go', '走']) } }),
    ],
    ...['count', 'timeline', 'preview'].map((code): [string, AnyEntity] => [
      `thing.api.list: has the path /thing/${code}, as thing.${code}`,
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
        `thing.api.list: has the path ${path}, as the server’s own call`,
        thing(
          { sn: text() },
          { api: { list: path }, commands: { seal: command(['Seal', '施封']) } },
        ),
      ],
    ),
    [
      'hobby.get: has the path /hobby/get, as the server’s own call',
      { ...thing({}), name: 'hobby' } as AnyEntity,
    ],
    ...(
      [
        ['n_from', 'many'],
        ['at_last', 'many'],
        ['boxes', 'many'],
        ['n', []],
      ] as const
    ).map(([name, value]): [string, AnyEntity] => [
      `thing.views.old: the list refuses ${JSON.stringify(value)} as ${name}`,
      thing(
        {
          n: number({}),
          at: f.datetime(['At', '时间']),
          boxes: f.refs(['Boxes', '箱'], 'box', { on: ['list', 'filter'] }),
        },
        { views: { old: { label: ['Old', '旧'], filter: { [name]: value } } } },
      ),
    ]),
    ['page thing: thing has no list: its verbs lack it', thing({}, { verbs: ['get', 'add'] })],
    [
      'thing.n: is required and virtual, and no rule of the server stores it: src/server/rules has them',
      thing({ n: text({ required: true, virtual: true }) }),
    ],
    ['thing: noun has no text in zh', thing({}, { noun: ['thing |||| things'] })],
    ['thing: label has no text in en and zh', { ...thing({}), label: undefined } as never],
    ['thing.n: label has no text in en and zh', thing({ n: f.text(undefined as never) })],
    [
      'thing.go: label has no text in en and zh',
      thing({}, { actions: { go: action(undefined as never) } }),
    ],
    ['thing.n: is no declaration', thing({ n: undefined })],
    ['thing.n: has no kind', thing({ n: { label: ['N', 'N'] } })],
    [
      'thing.n: kind must be one of battery, boolean, choice, choices, codes, color, date, datetime, dict, duration, email, file, geometry, grants, image, json, lngLat, number, password, phones, placeName, radius, ref, refTree, refs, text, version, weekTimes, zone, not "colour"',
      thing({ n: { ...text(), kind: 'colour' } }),
    ],
    [
      'thing.go.n: is no declaration',
      thing({}, { actions: { go: action(['Go', '走'], { args: { n: undefined as never } }) } }),
    ],
    ...[text({ pattern: '^a' }), f.codes(['N', 'N'], { pattern: '^a' } as never)].map(
      (n): [string, AnyEntity] => [
        'thing.n: pattern must be a regular expression, not "^a"',
        thing({ n }),
      ],
    ),
    ...['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'].flatMap(
      (name): [string, AnyEntity][] => [
        [`thing.${name}: every object of JavaScript has this name`, thing({ [name]: text() })],
        [
          `${name}: every object of JavaScript has this name`,
          { ...thing({}), name, table: 'thing' } as AnyEntity,
        ],
      ],
    ),
    [
      'thing.n: on must be one of list, filter, create, edit, show, export, import, not "lists"',
      thing({ n: text({ on: ['lists'] }) }),
    ],
    [
      'thing.n: accept names "pdf", which is neither an ending such as .pdf nor a type such as image/png',
      thing({ n: f.file(['File', '文件'], { accept: '.doc, pdf' }) }),
    ],
  ])('%s', (error, declared) => {
    expect(verdictOn(declared).errors).toContain(error);
  });
});
