import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserTransport, type Posting } from '../../../../src/console/data/transport';

/** What a browser's request does when it is told to. */
class FakeRequest {
  static readonly all: FakeRequest[] = [];
  responseType = '';
  status = 0;
  response: unknown = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers = new Headers();
  opened: readonly string[] = [];
  sent: unknown;
  aborted = false;

  constructor() {
    FakeRequest.all.push(this);
  }

  open(...how: string[]) {
    this.opened = how;
  }

  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }

  getResponseHeader(name: string) {
    return name === 'date' ? 'today' : null;
  }

  send(body: unknown) {
    this.sent = body;
  }

  abort() {
    this.aborted = true;
    this.onabort();
  }
}

beforeEach(() => {
  FakeRequest.all.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const posting: Posting = {
  url: '/api/a',
  body: '{}',
  headers: { Authorization: 'T' },
  timeout: 10_000,
  binary: false,
};

const post = (more: Partial<Posting> = {}) => {
  const answer = browserTransport({ ...posting, ...more });
  const [request] = FakeRequest.all;
  if (!request) throw new Error('Nothing was asked for');
  return { answer, request };
};

describe('browserTransport', () => {
  it('sends a post and answers whatever status comes back', async () => {
    const { answer, request } = post();
    expect(request.opened).toEqual(['POST', '/api/a']);
    expect(request.headers.get('authorization')).toBe('T');
    expect(request).toMatchObject({ sent: '{}', responseType: 'text' });
    Object.assign(request, { status: 502, response: '<html>' });
    request.onload();
    const { status, body, header } = await answer;
    expect([status, body, header('date'), header('x')]).toEqual([502, '<html>', 'today', null]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['no network', (request: FakeRequest) => request.onerror(), { kind: 'network' }],
    ['a page that is left', (request: FakeRequest) => request.onabort(), { kind: 'network' }],
    ['no answer in time', () => vi.advanceTimersByTime(10_000), { kind: 'timeout' }],
  ])('tells of %s', async (_, happens, error) => {
    const { answer, request } = post();
    const told = expect(answer).rejects.toMatchObject(error);
    happens(request);
    await told;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is called off by its signal, before and after it was sent', async () => {
    const control = new AbortController();
    const { answer, request } = post({ signal: control.signal });
    control.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(request.aborted).toBe(true);
    await expect(post({ signal: control.signal }).answer).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(FakeRequest.all[1]?.sent).toBeUndefined();
  });

  it('tells how far an upload is', () => {
    const parts: number[] = [];
    const { request } = post({ binary: true, onProgress: (part) => parts.push(part) });
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.upload.onprogress?.({ loaded: 5, total: 0 });
    expect(parts).toEqual([0.25, 0]);
    expect(request.responseType).toBe('blob');
  });
});
