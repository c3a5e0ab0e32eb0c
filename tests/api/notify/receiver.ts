import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterwards } from '../place';

interface Request {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a receiver of webhooks on a free port. It answers with `answer.status`, and with a redirect that no caller follows. */
export const openReceiver = async (status = 200) => {
  const requests: Request[] = [];
  const answer = { status };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers } = request;
    requests.push({ path, headers, body: `${Buffer.concat(chunks)}` });
    response.writeHead(answer.status, { location: 'http://127.0.0.1:9/' }).end('inner secret');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterwards(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { heard: requests, answer, url };
};
