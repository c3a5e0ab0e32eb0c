import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Connection } from '../../../../src/server/gateways/Connection';
import type { GatewayContext } from '../../../../src/server/gateways/context';
import { LIMITS } from '../../../../src/server/gateways/limits';

/** Opens a connection whose protocol asks for lost parts at every check. */
const openConnection = () => {
  const socket = new PassThrough();
  const session = { requestMissing: () => Buffer.from('again') };
  const context = { family: { openSession: () => session }, limits: LIMITS };
  const admission = { showLock: () => {}, release: () => {} };
  const connection = new Connection(
    socket as unknown as Socket,
    context as unknown as GatewayContext,
    admission,
    async () => {},
  );
  return { connection, written: () => String(socket.read() ?? '') };
};

it('a check requests what is missing, from registered locks only', () => {
  const { connection, written } = openConnection();
  connection.expire(Date.now());
  expect(written()).toBe('');
  connection.addLock({ detach: () => {} });
  connection.expire(Date.now());
  expect(written()).toBe('again');
});

it('a check that closes a connection requests nothing', () => {
  const { connection, written } = openConnection();
  connection.addLock({ detach: () => {} });
  connection.expire(Date.now() + LIMITS.silenceTimeout + 1);
  expect(written()).toBe('');
});
