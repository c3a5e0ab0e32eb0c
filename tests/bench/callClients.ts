import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Request and the text that its answer must contain. */
export interface RepeatedCall {
  readonly url: string;
  readonly body: object;
  readonly token?: string;
  /** Text that every answer must contain. */
  readonly expected: string;
}

/** Callers in a process of their own, so that their cost does not count for the server. */
export interface CallClients {
  /** Makes a call `count` times over 20 connections. @throws Error if an answer lacks the expected text */
  repeat(call: RepeatedCall, count: number): Promise<void>;
  stop(): void;
}

export const callClients = (): CallClients => {
  const code = `(${callHere})(require, process)`;
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    repeat: async (call, count) => {
      const answer = once(child, 'message');
      child.send({ call, count });
      const [wrong] = await answer;
      if (wrong !== '') throw new Error(`${call.url} answered ${wrong}`);
    },
    stop: () => child.kill(),
  };
};

/** Code of the process. It runs from the source of this function, so it may use only its arguments. */
function callHere(load: NodeJS.Require, self: NodeJS.Process): void {
  const { Agent, request }: typeof import('node:http') = load('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const send = ({ url, body, token, expected }: RepeatedCall) =>
    new Promise<string>((resolve) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: token }),
      };
      const sending = request(url, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => (text += part));
        response.on('end', () => resolve(text.includes(expected) ? '' : text));
      });
      sending.on('error', (error) => resolve(error.message));
      sending.end(JSON.stringify(body));
    });
  self.on('message', async ({ call, count }: { call: RepeatedCall; count: number }) => {
    const answers = await Promise.all(Array.from({ length: count }, () => send(call)));
    self.send?.(answers.find((answer) => answer !== '') ?? '');
  });
  self.on('disconnect', () => self.exit());
}
