import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** Server to call, with a session for each client. */
interface Calling {
  readonly url: string;
  readonly secret: string;
  readonly tokens: readonly string[];
}

/** Operators in a process of their own, so that their cost does not count for the server. */
export interface LiveClients {
  /**
   * Lets `count` operators hold a call for changes, again and again. Resolves when those before have ended and each has
   * its first answer.
   */
  poll(count: number): Promise<void>;
  /** Lets `count` operators open the map at once. @returns time until the last has the whole fleet, ms */
  snapshots(count: number): Promise<number>;
  stop(): void;
}

export const liveClients = async (calling: Calling): Promise<LiveClients> => {
  const code = `(${callHere})(require, process)`;
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ask = async (order: object): Promise<unknown> => {
    const [answer] = await Promise.all([once(child, 'message'), send(child, order)]);
    return answer[0];
  };
  await ask({ calling });
  return {
    poll: async (count) => {
      await ask({ poll: count });
    },
    snapshots: async (count) => Number(await ask({ snapshots: count })),
    stop: () => child.kill(),
  };
};

const send = (child: ChildProcess, order: object) =>
  new Promise<void>((resolve) => child.send(order, () => resolve()));

/** Code of the process. It runs from the source of this function, so it may use only its arguments. */
function callHere(load: NodeJS.Require, self: NodeJS.Process): void {
  const { Agent, request }: typeof import('node:http') = load('node:http');
  const { gunzipSync }: typeof import('node:zlib') = load('node:zlib');
  const { createHash }: typeof import('node:crypto') = load('node:crypto');
  const { setMaxListeners }: typeof import('node:events') = load('node:events');
  const agent = new Agent({ keepAlive: true, maxSockets: 5_000 });
  let calling: Calling = { url: '', secret: '', tokens: [] };
  let round = new AbortController();
  const polling: Promise<void>[] = [];

  const signed = (fields: Readonly<Record<string, unknown>>): string => {
    const body: Record<string, unknown> = { ...fields, langue: 'en_US', timestamp: Date.now() };
    const text = Object.keys(body)
      .sort()
      .map((name) => `${name}=${body[name]}`)
      .join('&');
    const sign = createHash('md5')
      .update(`${text}&key=${calling.secret}`)
      .digest('hex')
      .toUpperCase();
    return JSON.stringify({ ...body, sign });
  };

  const call = (
    path: string,
    i: number,
    fields: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: calling.tokens[i],
        'content-type': 'application/json',
        'accept-encoding': 'gzip',
      };
      const outgoing = request(
        `${calling.url}/api${path}`,
        { method: 'POST', agent, headers, ...(signal && { signal }) },
        (answer: IncomingMessage) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolve(Buffer.concat(chunks)));
          answer.on('error', reject);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(signed(fields));
    });

  const cursorIn = (answer: Buffer): string => {
    const text = answer[0] === 0x1f ? gunzipSync(answer) : answer;
    return /"cursor":"(\d+)"/.exec(text.toString('latin1', 0, 200))?.[1] ?? '';
  };

  const poll = async (i: number, first: () => void, signal: AbortSignal): Promise<void> => {
    let cursor = start;
    while (!signal.aborted) {
      const answer = await call('/live/changes', i, { cursor }, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        return Buffer.from('');
      });
      cursor = cursorIn(answer);
      first();
    }
  };

  /** Loads the whole fleet, two parts at a time, like the map. */
  const wholeFleet = async (i: number): Promise<void> => {
    const answer = await call('/live/snapshot', i, {});
    const text = (answer[0] === 0x1f ? gunzipSync(answer) : answer).toString();
    const parts: { id: string }[] = JSON.parse(text).data.parts;
    const work = async () => {
      for (let part = parts.pop(); part; part = parts.pop()) {
        await call('/live/snapshot', i, { part: part.id });
      }
    };
    await Promise.all([work(), work()]);
  };

  let start = '';
  self.on('disconnect', () => self.exit());
  self.on('message', async (order: { calling?: Calling; poll?: number; snapshots?: number }) => {
    if (order.calling) calling = order.calling;
    if (order.poll !== undefined) {
      round.abort();
      await Promise.all(polling.splice(0));
      const ownRound = new AbortController();
      setMaxListeners(0, ownRound.signal);
      round = ownRound;
      const answer = await call('/live/snapshot', 0, {});
      start = cursorIn(answer);
      const begin = (i: number) =>
        new Promise<void>((first) => polling.push(poll(i, first, ownRound.signal)));
      await Promise.all(Array.from({ length: order.poll }, (_, i) => begin(i)));
    }
    const began = performance.now();
    if (order.snapshots !== undefined) {
      await Promise.all(Array.from({ length: order.snapshots }, (_, i) => wholeFleet(i)));
    }
    self.send?.(performance.now() - began);
  });
}
