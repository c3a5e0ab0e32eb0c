import { createHmac, randomInt } from 'node:crypto';
import { storedSecret } from '../../auth';
import { CallError, invalidInput, serverLabel } from '../../calls/endpoint';
import { type Database, inTransaction, lit } from '../../db';
import { equalSecrets } from '../link';
import type { CommandCall } from './call';

/** Lifetime of a code, ms. */
const CODE_TTL = 300_000;
const MAX_TRIES = 5;
/** Minimum time between two codes, ms. */
const CODE_INTERVAL = 30_000;

/** Operator and command that a code is valid for. */
interface CodeFor {
  readonly operId: number;
  readonly cmd: string;
}

const digestOf = async (db: Database, id: number, code: string): Promise<string> =>
  createHmac('sha256', await storedSecret(db, 'code'))
    .update(`${id}:${code}`)
    .digest('base64url');

/**
 * Issues a six-digit one-time code for a command of an operator. An earlier code becomes invalid.
 * @throws CallError `throttled` if the last one was issued less than `CODE_INTERVAL` ago
 */
export const issueCode = (db: Database, { operId, cmd }: CodeFor, now: number): Promise<string> =>
  inTransaction(db, async (trx) => {
    const row = await trx
      .insertInto('command_code')
      .values({ oper_id: operId, cmd, create_time: now, tries: 0, digest: '' })
      .onConflict((conflict) =>
        conflict
          .column('oper_id')
          .doUpdateSet((eb) => ({
            cmd: eb.ref('excluded.cmd'),
            create_time: eb.ref('excluded.create_time'),
            tries: 0,
            digest: '',
          }))
          .where('command_code.create_time', '<=', now - CODE_INTERVAL),
      )
      .returning('id')
      .executeTakeFirst();
    if (!row)
      throw new CallError('throttled', serverLabel('codeSoon', { seconds: CODE_INTERVAL / 1_000 }));
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await trx
      .updateTable('command_code')
      .set({ digest: await digestOf(trx, row.id, code) })
      .where('id', '=', row.id)
      .execute();
    return code;
  });

/**
 * Verifies a code. Every check counts as an attempt, even if the command fails later.
 * @returns id by which the command's transaction consumes the code
 * @throws CallError `invalid`
 */
export const verifyCode = async (
  db: Database,
  { operId, cmd }: CodeFor,
  code: string,
  now: number,
): Promise<number> => {
  const row = await db
    .updateTable('command_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('oper_id', '=', operId)
    .where('cmd', '=', cmd)
    .where('tries', '<', MAX_TRIES)
    .where('create_time', '>', now - CODE_TTL)
    .returning(['id', 'digest'])
    .executeTakeFirst();
  if (row && equalSecrets(row.digest, await digestOf(db, row.id, code))) return row.id;
  throw invalidInput({ code: serverLabel('codeWrong') });
};

/** Verifies the code of a command before its transaction, so that an attempt counts even if the command fails. */
export const withProof = async (db: Database, call: CommandCall): Promise<CommandCall> => {
  const { how, oper, code: cmd } = call;
  if (how?.code === undefined) return call;
  return { ...call, proof: await verifyCode(db, { operId: oper.id, cmd }, how.code, Date.now()) };
};

/** Consumes a verified code, which is valid for one command. @throws CallError `invalid` if there is none */
export const consumeCode = async (trx: Database, proof: number | undefined): Promise<void> => {
  if (proof === undefined) throw invalidInput({ code: serverLabel('codeNeeded') });
  const { numUpdatedRows } = await trx
    .updateTable('command_code')
    .set({ tries: MAX_TRIES, digest: '' })
    .where('id', '=', proof)
    .where('digest', '<>', lit(''))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw invalidInput({ code: serverLabel('codeWrong') });
};
