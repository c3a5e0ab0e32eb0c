import {
  AxiosError,
  AxiosHeaders,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import { describe, expect, it, vi } from 'vitest';
import { createHttpClient, createServerClock, fileNameOf } from '../../../../src/console/data/http';
import type { Session } from '../../../../src/console/data/session';
import { failure, success, verifySign } from '../../../../src/protocol';

interface Reply {
  data: unknown;
  status?: number;
  headers?: Record<string, string>;
}

const NOW = 1_700_000_000_000;

/** Creates a client whose requests get the answers in turn, the last one repeatedly. Also returns the sent requests. */
const clientFor = (...replies: (Reply | Error)[]) => {
  const requests: InternalAxiosRequestConfig[] = [];
  const lost = vi.fn();
  const session: Session = {
    token: () => 'T0',
    publicKey: () => undefined,
    open: vi.fn(),
    renew: vi.fn(),
    clear: vi.fn(),
  };
  const http = createHttpClient({
    runtime: { apiBase: '/api', signSecret: 'S' },
    session,
    form: {},
    locale: () => 'zh',
    failureText: (code, args) => [code, args?.status].filter(Boolean).join(' '),
    onSessionLost: lost,
    clock: createServerClock(() => NOW),
    adapter: async (config): Promise<AxiosResponse> => {
      requests.push(config);
      const reply = replies[Math.min(requests.length, replies.length) - 1];
      if (!reply || reply instanceof Error) throw reply;
      const headers = new AxiosHeaders(reply.headers);
      return { status: 200, statusText: '', config, ...reply, headers };
    },
  });
  return { http, sent: requests, lost, session };
};

const refused = (code: 'conflict' | 'sessionTimeOut') => ({ data: failure(code, 'Because') });

const bodyOf = (request: InternalAxiosRequestConfig | undefined) => JSON.parse(request?.data);

describe('post', () => {
  it('sends a signed body with the token and answers the data', async () => {
    const { http, sent: requests } = clientFor({ data: success({ list: [] }) });
    expect(await http.post('/device/list', { pageNum: 1 })).toEqual({ list: [] });
    const [call] = requests;
    expect(call).toMatchObject({ baseURL: '/api', url: '/device/list', timeout: 10_000 });
    expect(call?.headers.get('Authorization')).toBe('T0');
    expect(bodyOf(call)).toMatchObject({ pageNum: 1, langue: 'zh_CN', timestamp: NOW });
    expect(verifySign(bodyOf(call), { secret: 'S' })).toBe(true);
  });

  it('reads numbers beyond 2^53 as text, and no other numbers', async () => {
    const raw = `{"verify":{"sign":"success"},"data":{"id":1790000000000000001,"ids":[-9007199254740993, 9007199254740991],
      "said":"a \\"quoted\\" 1790000000000000001, b: 1790000000000000001,","part":0.12345678901234566,"big":1e300}}`;
    const { http } = clientFor({ data: raw });
    expect(await http.post('/a')).toEqual({
      id: '1790000000000000001',
      ids: ['-9007199254740993', 9007199254740991],
      said: 'a "quoted" 1790000000000000001, b: 1790000000000000001,',
      part: 0.12345678901234566,
      big: 1e300,
    });
  });

  it('signs two equal bodies differently', async () => {
    const { http, sent: requests } = clientFor({ data: success(null) });
    await Promise.all([http.post('/a', { x: 1 }), http.post('/a', { x: 1 })]);
    expect(bodyOf(requests[0]).sign).not.toBe(bodyOf(requests[1]).sign);
  });

  it('stores a renewed token and adds it to the data', async () => {
    const { http, session } = clientFor({
      data: success({ id: 1 }),
      headers: { Authorization: 'T1' },
    });
    expect(await http.post('/a')).toEqual({ id: 1, token: 'T1' });
    expect(session.renew).toHaveBeenCalledWith({ token: 'T1' });
  });

  const network = new AxiosError('Network Error', 'ERR_NETWORK');
  const timeout = new AxiosError('timeout of 10000ms exceeded', 'ECONNABORTED');

  it.each([
    ['a refusal', refused('conflict'), 'business', 'conflict', 'Because', 0],
    ['a lost session', refused('sessionTimeOut'), 'session', 'sessionTimeOut', 'Because', 1],
    ['no network', network, 'network', 'network', 'network', 0],
    ['a timeout', timeout, 'timeout', 'timeout', 'timeout', 0],
    ['a page of a proxy', { data: '<html>', status: 502 }, 'http', 'http', 'http 502', 0],
    [
      'a token that a proxy refuses',
      { data: '', status: 401 },
      'session',
      'sessionTimeOut',
      'verificationFailed',
      1,
    ],
    ['a malformed answer', { data: 'hello' }, 'http', 'badAnswer', 'badAnswer 200', 0],
    [
      'a refusal with a status of its own',
      { ...refused('sessionTimeOut'), status: 401 },
      'session',
      'sessionTimeOut',
      'Because',
      1,
    ],
  ])('reports %s as its kind of error', async (_, reply, kind, code, message, times) => {
    const { http, lost } = clientFor(reply);
    await expect(http.post('/a')).rejects.toMatchObject({ kind, code, message });
    expect(lost).toHaveBeenCalledTimes(times);
  });

  it('reports a bare 401 as a plain error without a session', async () => {
    const { http, lost, session } = clientFor({ data: '', status: 401 });
    session.token = () => undefined;
    await expect(http.post('/a')).rejects.toMatchObject({ kind: 'http', message: 'http 401' });
    expect(lost).not.toHaveBeenCalled();
  });

  it('does not report a lost session of a quiet call', async () => {
    const { http, lost } = clientFor(refused('sessionTimeOut'));
    await expect(http.post('/a', {}, { quiet: true })).rejects.toThrow('Because');
    expect(lost).not.toHaveBeenCalled();
  });

  it('reports the refused fields', async () => {
    const { http } = clientFor({ data: failure('invalid', 'No', { fields: { sn: 'Taken' } }) });
    await expect(http.post('/a')).rejects.toMatchObject({ fields: { sn: 'Taken' } });
  });

  it('reports an aborted call as an AbortError', async () => {
    const { http } = clientFor(new AxiosError('canceled', 'ERR_CANCELED'));
    const signal = AbortSignal.abort();
    await expect(http.post('/a', {}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a wrong clock', () => {
  const HOUR = 3_600_000;
  const late = failure('expired', 'Clock', { serverTime: NOW + HOUR });

  it.each([
    ['the refusal contains the time', { data: late }],
    [
      'only the HTTP header contains the time',
      { data: failure('signError', 'No'), headers: { Date: new Date(NOW + HOUR).toUTCString() } },
    ],
  ])('follows the server’s time from then on: %s', async (_, refusal) => {
    const { http, sent: requests } = clientFor(refusal, { data: success('done') });
    expect(await http.post('/a')).toBe('done');
    await http.post('/b');
    expect(requests.map((call) => bodyOf(call).timestamp)).toEqual([
      NOW,
      NOW + HOUR,
      NOW + HOUR + 1,
    ]);
  });

  it('reports a session that is lost once the clock is right', async () => {
    const { http, sent: requests, lost } = clientFor({ data: late }, refused('sessionTimeOut'));
    await expect(http.post('/a')).rejects.toMatchObject({ kind: 'session' });
    expect(requests).toHaveLength(2);
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('does not repeat a call if its clock is right', async () => {
    const { http, sent: requests } = clientFor({
      data: failure('expired', 'Cursor', { serverTime: NOW }),
    });
    await expect(http.post('/live/changes')).rejects.toMatchObject({ code: 'expired' });
    expect(requests).toHaveLength(1);
  });

  it('does not read a field of a record as the time', async () => {
    const { http, sent: requests } = clientFor({ data: success({ serverTime: 5 }) });
    await http.post('/a');
    await http.post('/a');
    expect(bodyOf(requests[1]).timestamp).toBe(NOW + 1);
  });
});

describe('file', () => {
  it('returns the file and its name', async () => {
    const blob = new Blob(['x']);
    const { http, sent: requests } = clientFor({
      data: blob,
      headers: { 'content-disposition': 'attachment; filename="a.xlsx"' },
    });
    expect(await http.file('/device/export')).toEqual({ blob, name: 'a.xlsx' });
    expect(requests[0]).toMatchObject({ responseType: 'blob' });
  });

  it('finds the error inside a blob', async () => {
    const { http } = clientFor({ data: new Blob([JSON.stringify(failure('noPermission', 'No'))]) });
    await expect(http.file('/a')).rejects.toMatchObject({ code: 'noPermission', message: 'No' });
  });

  it('refuses an HTML page', async () => {
    const { http } = clientFor({ data: new Blob(['<html>']), status: 200 });
    await expect(http.file('/a')).rejects.toMatchObject({ code: 'badAnswer' });
  });
});

describe('upload', () => {
  it('sends the signed fields and the file', async () => {
    const { http, sent: requests } = clientFor({ data: success({ path: '/f/1' }) });
    const file = new File(['rows'], '设备.xlsx');
    expect(await http.upload('/file/upload', file, { purpose: 'import' })).toEqual({
      path: '/f/1',
    });
    const form: FormData = requests[0]?.data;
    const { file: upload, ...fields } = Object.fromEntries(form);
    expect((upload as File).name).toBe('设备.xlsx');
    expect(fields).toMatchObject({ purpose: 'import', langue: 'zh_CN' });
    expect(verifySign(fields, { secret: 'S' })).toBe(true);
  });
});

describe('createServerClock', () => {
  it('never returns the same time twice', () => {
    const clock = createServerClock(() => 100);
    expect([clock.now(), clock.now(), clock.now()]).toEqual([100, 101, 102]);
  });

  it.each([
    ['far ahead', 1_000_000, true, 1_000_000],
    ['far behind', -1_000_000, true, -1_000_000],
    ['off by less than the tolerance', 14_000, false, 0],
    ['without a valid time', Number.NaN, false, 0],
  ])('adjusts to the time of a server that is %s', (_, off, learned, expected) => {
    const clock = createServerClock(() => 5_000_000);
    expect(clock.learn(5_000_000 + off)).toBe(learned);
    expect(clock.now()).toBe(5_000_000 + expected);
  });
});

describe('fileNameOf', () => {
  it.each([
    ['attachment; filename=devices.xlsx', 'devices.xlsx'],
    ['attachment; filename="my devices.xlsx"', 'my devices.xlsx'],
    ['attachment;filename=%E8%AE%BE%E5%A4%87.xlsx', '设备.xlsx'],
    ["attachment; filename*=UTF-8''%E8%AE%BE%E5%A4%87.xlsx", '设备.xlsx'],
    ['attachment; filename="a.xlsx"; filename*=UTF-8\'\'%E8%AE%BE.xlsx', '设.xlsx'],
    ['attachment; filename="100%.xlsx"', '100%.xlsx'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\x\\a.xlsx"', 'a.xlsx'],
    ['inline', undefined],
    ['', undefined],
  ])('reads the file name in “%s”', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
