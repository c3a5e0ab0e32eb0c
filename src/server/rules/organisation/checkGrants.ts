import { sql } from 'kysely';
import type { Label } from '../../../domain/label';
import type { Grants } from '../../../fields/grants/schema';
import { invalid, text } from '../../calls';
import type { Change } from '../../entities';
import { GROUP, type KnownLabels, roleGrants, storedNames } from '../../rights';
import type { Database } from '../../store';
import { someNames } from './someNames';

const NOTHING: Grants = { menus: [], buttons: [] };

const inOrder = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** Those of some grants that others do not have. */
const lacking = (grants: Grants, ...others: readonly Grants[]): Grants => {
  const missing = (kind: keyof Grants) =>
    grants[kind].filter((id) => !others.every((other) => other[kind].includes(id)));
  return { menus: missing('menus'), buttons: missing('buttons') };
};

const isEmpty = ({ menus, buttons }: Grants) => menus.length + buttons.length === 0;

/** A button does nothing without its menu, and a group is seen with what it holds. */
const completed = async (db: Database, { menus, buttons }: Grants): Promise<Grants> => {
  const { rows: needed } = await sql<{ menu_id: number }>`
    select menu_id from button where id = any(${buttons}::bigint[])`.execute(db);
  const all = [...menus, ...needed.map(({ menu_id }) => menu_id)];
  const { rows: groups } = await sql<{ id: number }>`
    select id from menu where id = any(${all}::bigint[]) and "menuUrl" = ${GROUP}`.execute(db);
  return {
    menus: inOrder(all.filter((id) => !groups.some((group) => group.id === id))),
    buttons: inOrder(buttons),
  };
};

/**
 * What a role is to have: nothing that its superior lacks, and nothing new that the caller lacks.
 * @returns undefined where it stays as it is
 * @throws CallError `invalid` on `grants`, or on `parent_id` when it is the new superior that lacks something
 */
export const checkGrants = async (
  { db, caller, current, values }: Change,
  labels: KnownLabels,
): Promise<Grants | undefined> => {
  const isMoved = 'parent_id' in values;
  if (!('grants' in values) && !isMoved) return undefined;
  const has = current ? await roleGrants(db, Number(current.id)) : NOTHING;
  const wanted =
    'grants' in values ? await completed(db, (values.grants ?? NOTHING) as Grants) : has;
  const superior = await roleGrants(db, Number(values.parent_id ?? current?.parent_id));
  const own = await roleGrants(db, caller.oper.role_id);
  const refuse = async (refused: Grants, say: (names: Label) => Record<string, Label>) => {
    if (!isEmpty(refused)) throw invalid(say(someNames(await storedNames(db, labels, refused))));
  };
  if (isMoved && current) {
    await refuse(lacking(wanted, superior), (names) => ({
      parent_id: text('superiorLacks', { names }),
    }));
  }
  await refuse(lacking(lacking(wanted, has), superior, own), (names) => ({
    grants: text('notGrantable', { names }),
  }));
  return 'grants' in values ? wanted : undefined;
};
