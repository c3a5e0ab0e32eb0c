import { createHash } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRights } from '../../../src/server/auth';
import { openFiles } from '../../../src/server/files/files';
import { openUploads } from '../../../src/server/files/uploads';
import { declared } from './declared';
import { type TestServer, testServer } from './testServer';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const PDF = new TextEncoder().encode('%PDF-1.7');
const XLSX = Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]);
const HTML = new TextEncoder().encode('<script>alert(1)</script>');

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

/** Names of files that were received and are still on the disk. */
const received = () => readdir(join(server.dataDir, 'incoming'));

describe('an upload', () => {
  it.each([
    ['logo.png', PNG, 'image'],
    ['Logo.PNG', PNG, 'file'],
    ['firmware.bin', HTML, 'firmware'],
    ['rows.xlsx', XLSX, 'import'],
    ['Manual.PDF', PDF, 'manual'],
    ['manual.csv', HTML, 'manual'],
  ])('of %s returns its path, name and size', async (name, content, purpose) => {
    const { verify, data } = await server.upload(content, name, { purpose }, { token });
    expect(verify.sign).toBe('success');
    expect(data).toEqual({ path: expect.any(String), name, size: content.length });
    expect(data.path).not.toContain(name);
    expect(await received()).toEqual([]);
  });

  it.each([
    [
      'page.html',
      HTML,
      'file',
      'Only these file types are allowed: xlsx, pdf, png, jpg, gif, webp, bin, hex, zip',
    ],
    ['manual.pdf', HTML, 'manual', 'Only these file types are allowed: pdf, csv'],
    ['manual.png', PNG, 'manual', 'Only these file types are allowed: pdf, csv'],
    ['page.png', HTML, 'image', 'Only these file types are allowed: png, jpg, gif, webp'],
    ['rows.xlsx', XLSX, 'image', 'Only these file types are allowed: png, jpg, gif, webp'],
    ['logo.png', PNG, 'import', 'Only these file types are allowed: xlsx'],
    ['noname', PNG, 'image', 'Only these file types are allowed: png, jpg, gif, webp'],
  ])('of %s with the wrong content or ending is refused', async (name, content, purpose, why) => {
    const { verify, data } = await server.upload(content, name, { purpose }, { token });
    expect([verify.sign, data.fields]).toEqual(['invalid', { file: why }]);
    expect(await received()).toEqual([]);
  });

  it('of more than 20 MB is refused', async () => {
    const { verify, data } = await server.upload(
      new Uint8Array(20 * 2 ** 20 + 1),
      'firmware.bin',
      { purpose: 'firmware' },
      { token, locale: 'zh' },
    );
    expect([verify.sign, data.fields]).toEqual(['invalid', { file: '文件大于 20 MB' }]);
    expect(await received()).toEqual([]);
  });

  it('of exactly 20 MB is accepted', async () => {
    const content = new Uint8Array(20 * 2 ** 20);
    const { verify, data } = await server.upload(
      content,
      'f.bin',
      { purpose: 'firmware' },
      { token },
    );
    expect([verify.sign, data.size]).toEqual(['success', content.length]);
  });

  it('is refused with a wrong sign, without a session, and as a replay', async () => {
    const { verify } = await server.upload(PNG, 'a.png', {}, { token, secret: 'other' });
    expect(verify.sign).toBe('signError');
    expect((await server.upload(PNG, 'a.png', {}, {})).verify.sign).toBe('sessionTimeOut');
    const form = () => {
      const parts = new FormData();
      for (const [name, value] of Object.entries(body)) parts.append(name, String(value));
      parts.append('file', new Blob([PNG]), 'a.png');
      return parts;
    };
    const body = server.signed({ purpose: 'image' });
    const codes = [];
    for (let i = 0; i < 2; i++) {
      const answer = await (await server.send('/file/upload', form(), { token })).json();
      codes.push(answer.verify.sign);
    }
    expect(codes).toEqual(['success', 'signError']);
    expect(await received()).toEqual([]);
  });

  it('without a file or a form is refused', async () => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(server.signed({})))
      parts.append(name, String(value));
    const answer = await (await server.send('/file/upload', parts, { token })).json();
    expect(answer).toMatchObject({
      verify: { sign: 'invalid' },
      data: { fields: { file: 'Choose a file' } },
    });
    expect((await server.call('/file/upload', {}, { token })).verify.sign).toBe('invalid');
  });
});

/** Content is compared by its digest: `toEqual` is slow for long arrays. */
const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const sumAt = async (url: string, range = 'bytes=0-') =>
  sumOf(Buffer.from(await (await fetch(url, { headers: { range } })).arrayBuffer()));

describe('an uploaded file', () => {
  const get = async (name: string, content: Uint8Array, purpose: string) => {
    const { data } = await server.upload(content, name, { purpose }, { token });
    return fetch(`${server.url}/files/${data.path}`);
  };

  it('is displayed inline if it is an image', async () => {
    const response = await get('logo.png', PNG, 'image');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is downloaded if it is no image', async () => {
    const response = await get('firmware.bin', HTML, 'firmware');
    expect(response.headers.get('content-disposition')).toBe('attachment');
  });

  it('is not served if it was uploaded for an import', async () => {
    expect((await get('rows.xlsx', XLSX, 'import')).status).toBe(404);
  });

  it('is served in ranges, so that a download can resume', async () => {
    const content = Uint8Array.from({ length: 700_000 }, (_, i) => (i * 31) % 251);
    const { url, headers } = await get('firmware.bin', content, 'firmware');
    const tag = headers.get('etag') ?? '';
    const ask = async (given: Record<string, string>) => {
      const response = await fetch(url, { headers: given });
      const { status } = response;
      const range = response.headers.get('content-range');
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status, range, sum: sumOf(bytes) };
    };
    expect(await ask({ range: 'bytes=262000-263000', 'if-range': tag })).toEqual({
      status: 206,
      range: 'bytes 262000-263000/700000',
      sum: sumOf(content.slice(262_000, 263_001)),
    });
    expect((await ask({ range: 'bytes=-1000' })).sum).toBe(sumOf(content.slice(-1000)));
    expect(await ask({ range: 'bytes=10-', 'if-range': '"another"' })).toEqual({
      status: 200,
      range: null,
      sum: sumOf(content),
    });
    expect(await ask({ range: 'bytes=700000-' })).toMatchObject({
      status: 416,
      range: 'bytes */700000',
    });
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual(['700000', tag]);
  });

  it('is read from the database while the local disk has no copy', async () => {
    const cache = join(server.dataDir, 'cache');
    await rm(cache, { recursive: true, force: true });
    await writeFile(cache, 'no folder');
    const content = Uint8Array.from({ length: 600_000 }, (_, i) => i % 241);
    const { url } = await get('firmware.bin', content, 'firmware');
    expect(await sumAt(url, 'bytes=300000-599999')).toBe(sumOf(content.slice(300_000)));
    await rm(cache);
    expect(await sumAt(url)).toBe(sumOf(content));
    expect(await readdir(cache)).toHaveLength(1);
    await rm(cache, { recursive: true });
    expect(await sumAt(url)).toBe(sumOf(content));
  });

  it('is never served from a damaged copy', async () => {
    const content = Uint8Array.from({ length: 5_000 }, (_, i) => (i * 3) % 239);
    const { url, headers } = await get('firmware.bin', content, 'firmware');
    const copy = join(server.dataDir, 'cache', String(headers.get('etag')?.slice(1, -1)));
    await writeFile(copy, 'cut');
    expect(await sumAt(url)).toBe(sumOf(content));
  });

  it.each([
    '/files/%00',
    '/files/',
    '/files/../ENGINE',
    '/files/%2e%2e/ENGINE',
    '/files/nothing.png',
  ])('%s is not found', async (path) => {
    expect([403, 404]).toContain((await fetch(server.url + path)).status);
  });
});

const sent = async (
  purpose: string,
  by = token,
  name = purpose === 'image' ? 'a.png' : 'a.bin',
) => {
  const content = purpose === 'image' ? PNG : HTML;
  const { verify, data } = await server.upload(content, name, { purpose }, { token: by });
  expect(verify.sign).toBe('success');
  return String(data.path);
};

const statusOf = async (path: string) => (await fetch(`${server.url}/files/${path}`)).status;

const add = (values: object, by = token) =>
  server.call('/manual/add', { title: 'T', ...values }, { token: by });

describe('the right to upload a file', () => {
  it('comes with the right to a field that takes it', async () => {
    const { db } = server.store;
    await sql`insert into role (id, "roleName") values (50, 'Importer')`.execute(db);
    await sql`update oper set role_id = 50 where id = 4`.execute(db);
    await sql`insert into role_menu select 50, id from menu where "menuUrl" = 'vehicle'`.execute(
      db,
    );
    await sql`insert into role_button select 50, id from button where "btnCode" = 'vehicle:import'
      `.execute(db);
    const clerk = await server.signIn('clerk');
    const codes = [];
    for (const [name, content, purpose] of [
      ['rows.xlsx', XLSX, 'import'],
      ['a.png', PNG, 'image'],
      ['a.png', PNG, 'logo'],
      ['a.bin', HTML, 'firmware'],
      ['a.png', PNG, 'nothing'],
    ] as const) {
      const { verify } = await server.upload(content, name, { purpose }, { token: clerk });
      codes.push(verify.sign);
    }
    expect(codes).toEqual(['success', ...Array(4).fill('noPermission')]);
    expect(await received()).toEqual([]);
    await sql`update oper set role_id = 3 where id = 4`.execute(db);
  });

  it('ends at the quota of the own organisation', async () => {
    const { db } = server.store;
    const { rows } = await sql<{ used: number }>`
      select sum(size)::bigint as used from upload where org_id = 2`.execute(db);
    const quota = Math.ceil((rows[0]?.used ?? 0) / 2 ** 20) + 1;
    const limit = (megabytes: number) =>
      sql`update "systemParams" set param_text = ${String(megabytes)}
        where param_name = 'upload_quota_mb'`.execute(db);
    await limit(quota);
    const large = new Uint8Array(0.9 * 2 ** 20);
    const send = (by: string, late = 0) =>
      server.upload(large, 'a.bin', { purpose: 'firmware' }, { token: by, locale: 'zh', late });
    // Identical fields within the same millisecond would count as a replay.
    const answers = await Promise.all([0, 1_000, 2_000].map((late) => send(token, late)));
    const refused = answers.filter(({ verify }) => verify.sign !== 'success');
    const why = `贵机构的文件总量将超过 ${quota} MB，请先删除部分文件。`;
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const { data } of refused) expect(data.fields.file).toBe(why);
    expect((await send(await server.signIn('northern'))).verify.sign).toBe('success');
    await limit(1000);
  });
});

describe('a record', () => {
  it('refers to a file that was uploaded for it, and has its name', async () => {
    const cover = await sent('image');
    const program = await sent('firmware', token, '固件 v2.bin');
    const { data } = await add({ cover, program });
    expect(data).toMatchObject({ cover, program, program_name: '固件 v2.bin' });
    const { data: emptied } = await server.call(
      '/manual/update',
      { id: data.id, program: null },
      { token },
    );
    expect(emptied).toMatchObject({ program: null, program_name: null });
  });

  it('has a file name without bidirectional controls', async () => {
    const program = await sent('firmware', token, 'v2\u202enib.exe\u2066.bin');
    const { data } = await add({ program });
    expect(data).toMatchObject({ program_name: 'v2nib.exe.bin' });
  });

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)//https://files.example.com/'],
    ['data:text/html,<script>alert(1)</script>'],
    ['https://evil.example.com/a.png'],
    ['http://127.0.0.1/files/a.png'],
    ['//evil.example.com/a.png'],
    ['../ENGINE'],
    ['logo/1.png'],
    [`${'x'.repeat(32)}.png`],
  ])('refuses the path %s', async (path) => {
    for (const field of ['cover', 'sheet', 'program']) {
      const { verify, data } = await add({ [field]: path });
      expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
    }
  });

  it('refuses a file that was uploaded for another purpose or by another tenant', async () => {
    const northern = await server.signIn('northern');
    for (const cover of [await sent('file'), await sent('image', northern)]) {
      const { verify, data } = await add({ cover });
      expect([verify.sign, data.fields]).toEqual([
        'invalid',
        { cover: 'The file no longer exists. Upload it again' },
      ]);
    }
  });

  it('accepts a file from a colleague who may still fill in the field', async () => {
    const { db } = server.store;
    await sql`update oper set role_id = 2 where id = 4`.execute(db);
    const clerk = await server.signIn('clerk');
    const [first, second] = [await sent('image', clerk), await sent('image', clerk)];
    expect((await add({ cover: first })).verify.sign).toBe('success');
    await sql`update oper set role_id = 3 where id = 4`.execute(db);
    server.clock.ahead += 6_000;
    expect((await add({ cover: second })).verify.sign).toBe('invalid');
  });

  it('deletes its file when it refers to another one or is deleted', async () => {
    const [first, second] = [await sent('image'), await sent('image')];
    const { data } = await add({ cover: first });
    const { data: other } = await add({ cover: second });
    const update = (id: number, cover: string) =>
      server.call('/manual/update', { id, cover }, { token });
    await update(data.id, second);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    await server.call('/manual/delete', { ids: [data.id] }, { token });
    expect(await statusOf(second)).toBe(200);
    await server.call('/manual/delete', { ids: [other.id] }, { token });
    expect(await statusOf(second)).toBe(404);
  });

  it('keeps its file, while an unused one is deleted after a day', async () => {
    const [saved, orphan, fresh] = [await sent('image'), await sent('image'), await sent('image')];
    await add({ cover: saved });
    const { db } = server.store;
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
    const statuses = await Promise.all([saved, orphan, fresh].map(statusOf));
    expect(statuses).toEqual([200, 404, 200]);
    const { rows } = await sql`
      select name from upload where name = ${orphan}
      union all select name from stored_file where name = ${orphan}`.execute(db);
    expect(rows).toEqual([]);
  });
});

describe('files on a server of the customer', () => {
  let other: TestServer;
  let own: string;
  beforeAll(async () => {
    other = await testServer({
      imageServerUrl: 'https://files.example.com/a',
      mapService:
        'amap=https://t{s}.tiles.example.com/{z}/{x}/{y}.png?key={key} https://maps.example.org',
    });
    own = await other.signIn('harbour');
  });

  it.each([
    ['https://files.example.com/a/logo.png', 'success'],
    ['https://files.example.com/a/b/c.png?v=1', 'success'],
    ['https://files.example.com/a', 'invalid'],
    ['https://files.example.com/ab/logo.png', 'invalid'],
    ['https://files.example.com/a/../b.png', 'invalid'],
    ['https://files.example.com/a/%2e%2e/b.png', 'invalid'],
    ['https://files.example.com@evil.example.com/a/b.png', 'invalid'],
    ['https://files.example.com.evil.example.com/a/b.png', 'invalid'],
    ['http://files.example.com/a/logo.png', 'invalid'],
    ['javascript:alert(1)//https://files.example.com/a/', 'invalid'],
    [`https://files.example.com/a/${'x'.repeat(32)}.png`, 'invalid'],
  ])('are referred to by %s: %s', async (cover, code) => {
    const { verify } = await other.call('/manual/add', { title: 'T', cover }, { token: own });
    expect(verify.sign).toBe(code);
  });

  it('and maps are the only external sources that pages may load', async () => {
    const policyOf = async (url: string) =>
      (await fetch(`${url}/config.json`)).headers.get('content-security-policy') ?? '';
    const directive = (policy: string, name: string) =>
      policy.split('; ').find((line) => line.startsWith(`${name} `));
    const configured = await policyOf(other.url);
    expect(directive(configured, 'img-src')).toBe(
      "img-src 'self' data: blob: https://files.example.com https://*.tiles.example.com https://maps.example.org",
    );
    expect(directive(configured, 'connect-src')).toBe(
      "connect-src 'self' https://*.tiles.example.com https://maps.example.org",
    );
    const bare = await policyOf(server.url);
    expect(directive(bare, 'img-src')).toBe("img-src 'self' data: blob:");
    expect(bare).not.toMatch(/https?:/);
  });
});
