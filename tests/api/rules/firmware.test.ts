import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let admin: Operator;

beforeAll(async () => {
  server = await demoServer();
  admin = await server.as('admin');
});

const CONTENT = Uint8Array.from({ length: 500 }, (_, i) => i % 251);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

const version = async (firmware_version: string, given: object = {}) => {
  const { data } = await admin.upload(CONTENT, 'lock.bin', 'firmware');
  return admin.ask('/firmware/add', { firmware_version, firmware_path: data.path, ...given });
};

const first = async (entity: string, filter: object) =>
  (await admin.ask(`/${entity}/list`, filter)).list[0];

describe('a firmware version', () => {
  it('has the size and the checksum of its file', async () => {
    expect(await version('V7.0.0')).toMatchObject({
      size: 500,
      sha256: SHA256,
      file_name: 'lock.bin',
    });
    const missing = await admin.call('/firmware/add', {
      firmware_version: 'V7.0.1',
      firmware_path: 'nothing.bin',
    });
    expect(missing.data.fields).toEqual({
      firmware_path: 'The file no longer exists. Upload it again',
    });
  });

  it('deletes its file when another replaces it', async () => {
    const { id, firmware_path } = await version('V7.0.2');
    const { data } = await admin.upload(CONTENT.slice(1), '新固件.hex.bin', 'firmware');
    const replaced = await admin.ask('/firmware/update', { id, firmware_path: data.path });
    expect(replaced).toMatchObject({ size: 499, file_name: '新固件.hex.bin' });
    const statusOf = async (path: string) => (await fetch(`${server.url}/files/${path}`)).status;
    expect([await statusOf(firmware_path), await statusOf(data.path)]).toEqual([404, 200]);
  });

  it.each([
    ['lock.exe', CONTENT, 'Only these file types are allowed: bin, hex, zip'],
    ['lock.hex', CONTENT, 'Only these file types are allowed: bin, hex, zip'],
    ['lock.bin', new Uint8Array(20 * 2 ** 20 + 1), 'The file is larger than 20 MB'],
  ])('refuses %s with the wrong content or size', async (name, content, why) => {
    const { data } = await admin.upload(content, name, 'firmware');
    expect(data.fields).toEqual({ file: why });
  });
});

describe('an online upgrade', () => {
  it('reaches the lock, which then runs the version', async () => {
    const { id } = await version('V8.0.0');
    const sn = 'SD2600001';
    await vi.waitFor(
      async () => expect(await first('device', { sn })).toMatchObject({ communicate_status: 1 }),
      { timeout: 120_000, interval: 200 },
    );
    await admin.ask('/command/upgrade', { sns: [sn], firmware: id });
    expect(await first('upgradeRecord', { sn })).toMatchObject({
      firmware_version: 'V8.0.0',
      firware_no: id,
      issue_status: null,
    });
    const refusal = await admin.call('/firmware/delete', { ids: [id] });
    expect(refusal.verify.desc).toContain(sn);
    await vi.waitFor(
      async () => {
        expect(await first('upgradeRecord', { sn })).toMatchObject({
          issue_status: 1,
          state: 'success',
        });
        expect(await first('device', { sn })).toMatchObject({ version: 'V8.0.0' });
      },
      { timeout: 120_000, interval: 300 },
    );
    expect(await first('firmwareList', { sn })).toMatchObject({
      version: 'V8.0.0',
      newest_version: 'V8.0.0',
      state: 1,
    });
    const answer = await admin.call('/firmware/delete', { ids: [id] }, 'zh');
    expect([answer.verify.sign, answer.verify.desc]).toEqual([
      'conflict',
      `仍有设备在使用该版本：${sn}，不能删除。`,
    ]);
  });

  it('names the URL and the checksum of the file', async () => {
    const { id } = await version('V8.1.0');
    const { data: other } = await admin.upload(CONTENT, 'other.bin', 'firmware');
    const answer = await admin.ask('/command/upgrade', { sns: ['SD2600007'], firmware: id });
    expect(answer.tickets).toHaveLength(1);
    const replacing = { id, firmware_path: other.path };
    const refused = await admin.call('/firmware/update', replacing, 'zh');
    expect(refused.verify).toEqual({
      sign: 'conflict',
      desc: '正在升级到该版本：SD2600007，不能更换文件。',
    });
    const { list } = await admin.ask('/upgradeRecord/list', { sn: 'SD2600007' });
    expect(list[0].firmware_version).toBe('V8.1.0');
    const path = (await admin.ask('/firmware/get', { id })).firmware_path;
    const file = await fetch(`${server.url}/files/${path}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(CONTENT))).toBe(true);
  });

  it('of another type or without a version is refused for each lock', async () => {
    const { list: types } = await admin.ask('/deviceType/list');
    const { device_type_id } = await first('device', { sn: 'SD2600002' });
    const other = types.find(({ id }: { id: number }) => id !== device_type_id);
    const { id } = await version('V8.2.0', { device_type_id: other.id });
    const wrong = await admin.call('/command/upgrade', { sns: ['SD2600002'], firmware: id });
    expect([wrong.verify.sign, wrong.verify.desc]).toEqual([
      'conflict',
      'SD2600002: Version V8.2.0 is for another device type',
    ]);
    const none = await admin.call(
      '/command/upgrade',
      { sns: ['SD2600002'], firmware: 999_999 },
      'zh',
    );
    expect([none.verify.sign, Object.keys(none.data.fields)]).toEqual(['invalid', ['firmware']]);
    const unasked = await admin.call('/command/upgrade', { sns: ['SD2600002'] });
    expect(Object.keys(unasked.data.fields)).toEqual(['firmware']);
  });

  it('to an older version is refused', async () => {
    const { version: runs } = await first('device', { sn: 'SD2600002' });
    const { id } = await version('V0.0.1');
    const { verify } = await admin.call('/command/upgrade', { sns: ['SD2600002'], firmware: id });
    expect(verify).toEqual({
      sign: 'conflict',
      desc: `SD2600002: Version V0.0.1 is older than the installed one (${runs})`,
    });
  });

  it('is invisible to another tenant', async () => {
    const northern = await server.as('northern');
    const { list } = await northern.ask('/upgradeRecord/list', { sn: 'SD2600001' });
    const { list: devices } = await northern.ask('/device/list', { sn: 'SD2600001' });
    expect(list).toHaveLength(devices.length);
  });
});
