import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from './testServer';

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const XLSX = Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]);
const HTML = new TextEncoder().encode('<script>alert(1)</script>');

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

const received = () => readdir(join(server.dataDir, 'incoming'));

describe('an upload', () => {
  it.each([
    ['logo.png', PNG, 'image'],
    ['Logo.PNG', PNG, 'file'],
    ['firmware.bin', HTML, 'firmware'],
    ['rows.xlsx', XLSX, 'import'],
  ])('of %s answers its path, name and size', async (name, content, purpose) => {
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
      'Only these files are taken: xlsx, png, jpg, gif, webp, bin, hex, zip',
    ],
    ['page.png', HTML, 'image', 'Only these files are taken: png, jpg, gif, webp'],
    ['rows.xlsx', XLSX, 'image', 'Only these files are taken: png, jpg, gif, webp'],
    ['logo.png', PNG, 'import', 'Only these files are taken: xlsx'],
    ['noname', PNG, 'image', 'Only these files are taken: png, jpg, gif, webp'],
  ])('of %s that is not one is refused (%#)', async (name, content, purpose, why) => {
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

  it('of exactly 20 MB is taken', async () => {
    const content = new Uint8Array(20 * 2 ** 20);
    const { verify, data } = await server.upload(
      content,
      'f.bin',
      { purpose: 'firmware' },
      { token },
    );
    expect([verify.sign, data.size]).toEqual(['success', content.length]);
  });

  it('is refused with a wrong sign, without a session, and a second time', async () => {
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

  it('without a file, or not as a form, is refused', async () => {
    const parts = new FormData();
    for (const [name, value] of Object.entries(server.signed({})))
      parts.append(name, String(value));
    const answer = await (await server.send('/file/upload', parts, { token })).json();
    expect(answer).toMatchObject({
      verify: { sign: 'invalid' },
      data: { fields: { file: 'A file is missing' } },
    });
    expect((await server.call('/file/upload', {}, { token })).verify.sign).toBe('invalid');
  });
});

describe('an uploaded file', () => {
  const get = async (name: string, content: Uint8Array, purpose: string) => {
    const { data } = await server.upload(content, name, { purpose }, { token });
    return fetch(`${server.url}/files/${data.path}`);
  };

  it('is shown in place when it is an image', async () => {
    const response = await get('logo.png', PNG, 'image');
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('is for saving only when it is anything else', async () => {
    const response = await get('firmware.bin', HTML, 'firmware');
    expect(response.headers.get('content-disposition')).toBe('attachment');
  });

  it('is not served when it was sent to be imported', async () => {
    expect((await get('rows.xlsx', XLSX, 'import')).status).toBe(404);
  });

  it.each(['/files/', '/files/../ENGINE', '/files/%2e%2e/ENGINE', '/files/nothing.png'])(
    '%s is none',
    async (path) => {
      expect([403, 404]).toContain((await fetch(server.url + path)).status);
    },
  );
});
