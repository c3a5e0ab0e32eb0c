import { addChecked, checkRows, type EntityRoom, isFine, reachOf } from '../../entities';
import type { JobWork } from '../../jobs';
import type { BatchRows } from './Batch';

/** Rows of one transaction. */
const PART = 200;

/** Adds the rows of a batch by the rules of their entity. */
export const batchWork =
  (room: EntityRoom): JobWork =>
  async ({ job, caller, permits, parts }) => {
    const { target, rows } = job.args as unknown as BatchRows;
    const entity = room.config.entities.find(({ name }) => name === target);
    const table = room.tables.get(target);
    if (!entity || !table) throw new Error(`There is no entity ${target}`);
    const { locale } = job;
    await parts(PART, async (places, transaction) => {
      const given = places.flatMap((place) => rows[place] ?? []);
      const on = { entity, table: table.on(transaction), room };
      const checked = await checkRows(on, given, reachOf(entity, room, caller));
      const outcome = await addChecked(on, checked, { transaction, caller, locale, permits });
      return outcome.flatMap((row, i) => {
        const place = places[i];
        if (place === undefined || isFine(row)) return [];
        return [{ place, values: row.values, why: row.wrong }];
      });
    });
    room.rules[target]?.changed?.();
  };
