import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** Behaviour of the mail server in a test. */
export interface SmtpHabits {
  /** Required name and password; by default none are needed. */
  readonly login?: { readonly user: string; readonly password: string };
  readonly refusesSender?: true;
  readonly refusesRecipient?: true;
  readonly refusesMail?: true;
  /** Accepts the connection and says nothing. */
  readonly silent?: true;
  /** Speaks TLS from the first byte. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

export interface SmtpServer {
  readonly port: number;
  /** Accepted mails in wire format. */
  readonly mails: readonly string[];
  close(): Promise<void>;
}

/** Name of the server, which only the mail client may learn. */
export const BANNER = 'secret-mail-host.internal';

const decode = (text = '') => Buffer.from(text, 'base64').toString();

/** Handles one connection by RFC 5321 and AUTH PLAIN of RFC 4616. */
const converse = (socket: Socket, habits: SmtpHabits, mails: string[]) => {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let mail: string[] | undefined;
  const answer = (line: string) => {
    if (mail) {
      if (line !== '.') return void mail.push(line);
      if (!habits.refusesMail) mails.push(mail.join('\n'));
      mail = undefined;
      return say(habits.refusesMail ? `554 ${BANNER} spam` : '250 taken');
    }
    const [verb = '', ...rest] = line.split(' ');
    if (verb === 'EHLO') return say(`250-${BANNER}\r\n250 AUTH PLAIN`);
    if (verb === 'AUTH') {
      const [, user, password] = decode(rest[1]).split('\0');
      const right = user === habits.login?.user && password === habits.login?.password;
      return say(right ? '235 welcome' : `535 ${BANNER} does not know you`);
    }
    if (verb === 'MAIL') return say(habits.refusesSender ? `550 ${BANNER} not you` : '250 ok');
    if (verb === 'RCPT') return say(habits.refusesRecipient ? `550 ${BANNER} nobody` : '250 ok');
    if (verb === 'DATA') {
      mail = [];
      return say('354 go on');
    }
    return verb === 'QUIT' ? socket.end('221 bye\r\n') : say('502 what?');
  };
  let rest = '';
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) answer(line);
  });
  socket.on('error', () => socket.destroy());
  if (!habits.silent) say(`220 ${BANNER} ESMTP`);
};

/** Starts a mail server on a free port. */
export const smtpServer = async (habits: SmtpHabits = {}): Promise<SmtpServer> => {
  const mails: string[] = [];
  const open = new Set<Socket>();
  const take = (socket: Socket) => {
    open.add(socket);
    converse(socket, habits, mails);
  };
  const server: Server = habits.tls ? createTlsServer(habits.tls, take) : createServer(take);
  // A client that rejects the certificate closes the connection during the handshake.
  server.on('tlsClientError', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
};
