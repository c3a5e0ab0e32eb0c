import type { AnyEntity, Console } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { text, type Values } from '../../calls';
import {
  checkRows,
  isFine,
  type PreviewAnswer,
  type RuleContext,
  type SheetRow,
} from '../../entities';
import { entityTable } from '../../store';
import type { RulesRoom } from '../RulesRoom';
import type { Batch } from './Batch';
import { wrongText } from './errorFile';

/** So many of the first numbers are shown, and the last one. */
const FIRST = 5;
/** So many problems are named. */
const NAMED = 20;

const samplesOf = (names: readonly string[]): readonly string[] =>
  names.length <= FIRST + 1 ? names : [...names.slice(0, FIRST), '…', ...names.slice(-1)];

const problemOf = (
  entity: AnyEntity,
  title: string,
  { row, values, wrong }: SheetRow,
  locale: Locale,
): string => {
  const name = values[title] ?? textOf(text('rowNumber', { row }), locale);
  return `${name}: ${wrongText(entity, wrong, locale)}`;
};

/** What a batch would add, and what stands against it. */
export const previewBatch = async (
  batch: Batch,
  given: Values,
  { db, config, files }: Pick<RulesRoom, 'db' | 'files'> & { readonly config: Console },
  { caller, locale }: RuleContext,
): Promise<PreviewAnswer> => {
  const values = batch.clean(given);
  const { target, fields, rows } = await batch.rows(values, { files, locale });
  const entity = config.entities.find(({ name }) => name === target);
  const [title] = fields;
  if (!entity || title === undefined) throw new Error(`There is no entity ${target}`);
  const table = entityTable({ db }, entity, config);
  const checked = await checkRows({ entity, table }, rows, { orgId: caller.oper.org_id });
  const wrong = checked.filter((row) => !isFine(row));
  const more = wrong.length - NAMED;
  return {
    total: checked.length,
    samples: samplesOf(checked.map((row) => String(row.values[title] ?? ''))),
    problems: [
      ...((await batch.problems?.(values, checked, { db, locale })) ?? []),
      ...wrong.slice(0, NAMED).map((row) => problemOf(entity, title, row, locale)),
      ...(more > 0 ? [textOf(text('moreProblems', { count: more }), locale)] : []),
    ],
  };
};
