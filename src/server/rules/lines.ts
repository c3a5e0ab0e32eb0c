import type { AnyEntity, Console } from '../../config';
import { linePath, linesIn, linesOf } from '../../fields/lines';
import { invalidInput } from '../calls/endpoint';
import { RowRefusal } from '../db';
import {
  checkConstraints,
  type EntityRules,
  lineTableOf,
  lockComparedValues,
  problemLabel,
  type StoredRecord,
  withLineRows,
} from '../entities';

type Rules = Readonly<Record<string, EntityRules>>;

/** Stores the lines of a record in the transaction of its change. */
const storeLines = async (
  [name, part]: readonly [string, AnyEntity],
  config: Console,
  { row, values, current, db, scope }: StoredRecord,
): Promise<void> => {
  const lines = linesIn(values[name]);
  const id = Number(row.id);
  const table = lineTableOf(part, config);
  await lockComparedValues(db, part, [...linesIn(current?.[name]), ...lines]);
  const refuse = (place: number, field: string, why: ReturnType<typeof problemLabel>) =>
    invalidInput({ [linePath(name, place, field)]: why });
  try {
    await table.replace(db, id, lines, scope);
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw error;
    const { problem } = error;
    throw refuse(problem.row, problem.field, problemLabel(part, problem));
  }
  const clash = await table.clash(db, id);
  if (clash) throw refuse(clash.place, clash.rule.at, clash.rule.message);
  await checkConstraints(db, part);
};

/** Reads and stores the lines of records with them. */
export const withLines = (rules: Rules, config: Console): Rules => ({
  ...rules,
  ...Object.fromEntries(
    config.entities
      .filter((entity) => linesOf(entity).length > 0)
      .map((entity) => [entity.name, linesRules(entity, config, rules[entity.name] ?? {})]),
  ),
});

const linesRules = (entity: AnyEntity, config: Console, own: EntityRules): EntityRules => ({
  ...own,
  afterOperation: async (stored) => {
    await own.afterOperation?.(stored);
    for (const each of linesOf(entity)) {
      if (each[0] in stored.values) await storeLines(each, config, stored);
    }
  },
  resolveOutput: async (row, context) => {
    const output = (await own.resolveOutput?.(row, context)) ?? row;
    const [filled = output] = await withLineRows(entity, config, [output], context);
    return filled;
  },
});
