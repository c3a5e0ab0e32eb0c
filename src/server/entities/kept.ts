import { textOf } from '../../domain/label';
import { CallError } from '../calls';
import type { Row } from '../store';
import type { EntityRules, Kept, RuleContext } from './EntityRules';

interface Telling {
  readonly rules: Pick<EntityRules, 'kept'>;
  /** The column in which a row tells it; '' for never. */
  readonly name: string;
}

/** Rows, each of which also tells what cannot be done with it; one that nothing keeps says nothing of it. */
export const withKept = async <R extends Row>(
  rows: readonly R[],
  { rules, name }: Telling,
  context: RuleContext,
): Promise<R[]> => {
  if (!rules.kept || name === '' || rows.length === 0) return [...rows];
  const kept = await rules.kept(rows, context);
  return rows.map((row, i) => {
    const why = Object.entries(kept[i] ?? {}).flatMap(([verb, label]) =>
      label ? [[verb, textOf(label, context.locale)]] : [],
    );
    return why.length > 0 ? { ...row, [name]: Object.fromEntries(why) } : row;
  });
};

/** @throws CallError `conflict` when one of some rows cannot be changed, or deleted */
export const refuseKept = async (
  verb: keyof Kept,
  rows: readonly Row[],
  rules: Pick<EntityRules, 'kept'>,
  context: RuleContext,
): Promise<void> => {
  const kept = (await rules.kept?.(rows, context)) ?? [];
  const why = kept.map((each) => each[verb]).find((label) => label !== undefined);
  if (why) throw new CallError('conflict', why);
};
