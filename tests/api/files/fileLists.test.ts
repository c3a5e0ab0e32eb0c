import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { action, type Console, choices, entity, f } from '../../../src/config';
import { openRights } from '../../../src/server/auth';
import { openFiles } from '../../../src/server/files/files';
import { openUploads } from '../../../src/server/files/uploads';
import { grantMenus } from '../entities/grantMenus';
import { rowsOf, seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const PDF = new TextEncoder().encode('%PDF-1.7');

const passage = entity('passage', ['Passage', '通行'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true, max: 10 }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    state: f.choice(
      ['State', '状态'],
      choices([
        ['draft', 'Draft', '草稿'],
        ['lodged', 'Lodged', '已申报'],
      ]),
    ),
    papers: f.files(['Papers', '单证'], { accept: '.pdf,.jpg', max: 3 }),
    photos: f.files(['Photos', '照片'], { accept: 'image/*' }),
    stamp: f.image(['Stamp', '印章']),
  },
  rules: [
    {
      must: (passage) => passage.papers.filled,
      while: (passage) => passage.state.is('lodged'),
      at: 'papers',
      message: ['The papers are missing', '缺少单证'],
    },
  ],
  states: { field: 'state', start: 'draft', moves: { lodge: ['draft', 'lodged'] } },
  actions: {
    lodge: action(['Lodge', '申报']),
    attach: action(['Attach', '补充'], {
      args: { more: f.files(['More', '更多'], { accept: '.pdf', required: true }) },
      sets: { papers: '@args.more' },
    }),
  },
});

/** Cannot be saved without files. */
const visit = entity('visit', ['Visit', '到访'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true }),
    papers: f.files(['Papers', '单证'], { required: true }),
  },
});

const declared = {
  ...config,
  entities: [...config.entities, passage, visit],
  pages: { ...config.pages, passage: 'passage', visit: 'visit' },
} as unknown as Console;

let server: Awaited<ReturnType<typeof openServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
let northern: typeof harbour;
beforeAll(async () => {
  server = await openServer({
    config: declared,
    seed: async (store) => {
      await seed(store);
      await grantMenus(store.db, declared);
    },
  });
  harbour = await server.as('harbour');
  northern = await server.as('northern');
});

const upload = async (name: string, by = harbour): Promise<string> => {
  const { verify, data } = await by.upload(name.endsWith('pdf') ? PDF : PNG, name, 'files');
  expect(verify.sign).toBe('success');
  return data.path;
};

const add = (values: object) => harbour.ask('/passage/add', { code: 'P', ...values });
const refusal = (values: object, by = harbour, locale: 'en' | 'zh' = 'en') =>
  by.answer('/passage/add', { code: 'P', ...values }, locale);
const read = (id: number) => harbour.ask('/passage/get', { id });
const statusOf = async (path: string) => (await fetch(`${server.url}/files/${path}`)).status;

describe('a list of files', () => {
  it('has the path, name and size of each, in their order', async () => {
    const [one, two] = [await upload('货单 & list.pdf'), await upload('b.pdf')];
    const named = [
      `${two}?${new URLSearchParams({ name: 'b.pdf', size: '8' })}`,
      `${one}?${new URLSearchParams({ name: '货单 & list.pdf', size: '8' })}`,
    ];
    // The server knows better than the caller.
    const { id, papers } = await add({ papers: [two, `${one}?name=other.exe&size=1`] });
    expect(papers).toEqual(named);
    expect((await read(id)).papers).toEqual(named);
    const update = (papers: readonly string[] | null) =>
      harbour.ask('/passage/update', { id, papers });
    expect((await update([one, two])).papers).toEqual([...named].reverse());
    expect(await statusOf(named[0] ?? '')).toBe(200);
    expect((await update([])).papers).toBeNull();
    expect([await statusOf(one), await statusOf(two)]).toEqual([404, 404]);
  });

  it('has only files of its types and number that the caller uploaded for it', async () => {
    const [pdf, png] = [await upload('a.pdf'), await upload('b.png')];
    const { data: stamp } = await harbour.upload(PNG, 'stamp.png', 'image');
    const foreignPath = await upload('c.pdf', northern);
    const four = [pdf, 'b.pdf', 'c.pdf', 'd.pdf'];
    const cases: [object, Record<string, string>][] = [
      [{ papers: [pdf, png] }, { papers: `${png}: Only these file types are allowed: pdf, jpg` }],
      [
        { papers: [`${png}?name=Photo.png`] },
        { papers: 'Photo.png: Only these file types are allowed: pdf, jpg' },
      ],
      [
        { photos: [pdf] },
        { photos: `${pdf}: Only these file types are allowed: png, jpg, gif, webp` },
      ],
      [{ papers: [pdf, `${pdf}?name=b.pdf`] }, { papers: 'A file is listed twice' }],
      [{ papers: four }, { papers: 'Up to 3 files. Remove some' }],
      [
        { papers: [`${foreignPath}?name=c.pdf`] },
        { papers: 'c.pdf: The file no longer exists. Upload it again' },
      ],
      [
        { photos: [`${stamp.path}?name=stamp.png`] },
        { photos: 'stamp.png: The file no longer exists. Upload it again' },
      ],
      [
        { papers: ['../ENGINE?name=a.pdf'] },
        { papers: 'a.pdf: The file no longer exists. Upload it again' },
      ],
      [{ papers: ['https://evil.example.com/a.pdf'] }, { papers: 'a.pdf: Upload the file here' }],
      [{ papers: pdf }, { papers: 'Must be a list of files' }],
      [{ papers: [{ path: pdf }] }, { papers: 'Must be a list of files' }],
      [{ papers: ['uploading:1?name=a.pdf'] }, { papers: 'Wait until all files are uploaded' }],
    ];
    for (const [values, fields] of cases)
      expect([values, await refusal(values)]).toEqual([values, ['invalid', fields]]);
    expect(await refusal({ papers: [`${png}?name=照片.png`] }, harbour, 'zh')).toEqual([
      'invalid',
      { papers: '照片.png：只支持以下文件：pdf, jpg' },
    ]);
    expect((await refusal({ papers: [pdf] }))[0]).toBe('success');
  });

  it('is required as other values are', async () => {
    for (const papers of [undefined, null, []])
      expect(await harbour.answer('/visit/add', { code: 'V', papers })).toEqual([
        'invalid',
        { papers: 'Required' },
      ]);
    const papers = [await upload('a.pdf')];
    expect((await harbour.answer('/visit/add', { code: 'V', papers }))[0]).toBe('success');
  });

  it('keeps the files of a colleague who has left, and takes none of another tenant', async () => {
    const { db } = server.store;
    await sql`update oper set role_id = 2 where id = 4`.execute(db);
    const clerk = await server.as('clerk');
    const first = await upload('a.pdf', clerk);
    const { id } = await clerk.ask('/passage/add', { code: 'P', papers: [first] });
    await sql`update upload set oper_id = 3, org_id = 3 where name = ${first}`.execute(db);
    const second = await upload('b.pdf');
    const { papers } = await harbour.ask('/passage/update', { id, papers: [second, first] });
    expect(papers).toEqual([`${second}?name=b.pdf&size=8`, `${first}?name=a.pdf&size=8`]);
    expect((await refusal({ papers: [first] }))[0]).toBe('invalid');
    expect(await northern.answer('/passage/get', { id })).toEqual(['notFound', expect.any(String)]);
    await sql`update oper set role_id = 3 where id = 4`.execute(db);
  });
});

describe('the rule that a list of files is filled', () => {
  it('holds for an action, and for a change after it', async () => {
    const papers = [await upload('a.pdf')];
    const { id } = await add({});
    const lodge = () => harbour.answer('/passage/lodge', { ids: [id] });
    expect(await lodge()).toEqual([
      'conflict',
      [{ id, why: expect.stringContaining('The papers are missing') }],
    ]);
    await harbour.ask('/passage/update', { id, papers });
    expect(await lodge()).toEqual(['success']);
    for (const nothing of [null, []])
      expect(await harbour.answer('/passage/update', { id, papers: nothing })).toEqual([
        'invalid',
        { papers: 'The papers are missing' },
      ]);
  });
});

describe('an action', () => {
  it('sets a list of files with their names', async () => {
    const { id } = await add({ papers: [await upload('a.pdf')] });
    const more = await upload('b.pdf');
    await harbour.ask('/passage/attach', { ids: [id], more: [more] });
    expect((await read(id)).papers).toEqual([`${more}?name=b.pdf&size=8`]);
    const png = await upload('c.png');
    expect(await harbour.answer('/passage/attach', { ids: [id], more: [png] })).toEqual([
      'invalid',
      { more: `${png}: Only these file types are allowed: pdf` },
    ]);
  });
});

describe('a file of a list', () => {
  it('is deleted when no list and no field refers to it', async () => {
    const shared = await upload('a.pdf');
    const { id: one } = await add({ papers: [shared] });
    const { id: other } = await add({ papers: [shared] });
    await harbour.ask('/passage/delete', { ids: [one] });
    expect(await statusOf(shared)).toBe(200);
    await harbour.ask('/passage/update', { id: other, papers: [await upload('b.pdf')] });
    expect(await statusOf(shared)).toBe(404);
  });

  it('is kept by its record, while an unused one is deleted after a day', async () => {
    const { db } = server.store;
    const [saved, orphan] = [await upload('a.pdf'), await upload('b.pdf')];
    await add({ papers: [saved] });
    await sql`update stored_file set at = ${Date.now() - 25 * 3_600_000}
      where name = any(${[saved, orphan]}::text[])`.execute(db);
    const uploads = openUploads({
      db,
      config: declared,
      files: openFiles(db, server.dataDir),
      rights: openRights({
        db,
        config: declared,
        changes: server.store.accessChanges,
        now: Date.now,
      }),
      imageServerUrl: '/files',
      now: Date.now,
    });
    await uploads.sweep(Date.now());
    expect([await statusOf(saved), await statusOf(orphan)]).toEqual([200, 404]);
  });
});

describe('the names of a list of files', () => {
  it('are in exports and in the operation log, and an import has no column for them', async () => {
    const { id } = await add({
      code: 'NAMES',
      papers: [await upload('a.pdf'), await upload('b.pdf')],
    });
    const answer = await server.file(
      '/passage/export',
      { code_is: 'NAMES' },
      { token: harbour.token, locale: 'en' },
    );
    const [header, row] = await rowsOf(answer);
    expect(row?.[header?.indexOf('Papers') ?? -1]).toBe('a.pdf, b.pdf');
    const template = await server.file(
      '/passage/import',
      { template: true },
      { token: harbour.token, locale: 'en' },
    );
    expect((await rowsOf(template))[0]).not.toContain('Papers');
    const { papers } = await read(id);
    await harbour.ask('/passage/update', { id, papers: papers.slice(1), before: { papers } });
    const { rows } = await sql<{ body: Record<string, unknown> }>`
      select request_body as body from "operationLog" where record_id = ${id} order by id desc limit 1`.execute(
      server.store.db,
    );
    expect(rows[0]?.body).toMatchObject({ papers: papers.slice(1), before: { papers } });
  });

  it('are described in the contract of the calls', async () => {
    const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: object;
    };
    const call = JSON.stringify(Reflect.get(paths, '/passage/add'));
    expect(call).toContain('"papers":{');
    const { papers } = await add({ papers: [await upload('a.pdf')] });
    expect(papers).toEqual([expect.stringMatching(/^[\w-]{32}\.pdf\?name=a\.pdf&size=8$/)]);
  });
});
