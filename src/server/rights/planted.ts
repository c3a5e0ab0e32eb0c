import { sql, type Transaction } from 'kysely';
import type { Tables } from '../store';

type Trx = Transaction<Tables>;

/** Declared things of one kind that this database has had. */
export interface Planted {
  has(code: string): boolean;
  /** From now on it is the administrators' own: it is never made again. */
  add(code: string): Promise<void>;
}

/** What was planted of a kind; what an administrator has deleted since is still among it. */
export const openPlanted = async (trx: Trx, kind: 'menu' | 'page' | 'button'): Promise<Planted> => {
  const { rows } = await sql<{ code: string }>`
    select code from planted where kind = ${kind}`.execute(trx);
  const codes = new Set(rows.map(({ code }) => code));
  return {
    has: (code) => codes.has(code),
    add: async (code) => {
      if (codes.has(code)) return;
      codes.add(code);
      await sql`insert into planted (kind, code) values (${kind}, ${code})`.execute(trx);
    },
  };
};
