import {
  type AllowedSplit,
  type AnyEntity,
  type Attempt,
  type LockReasons,
  type ReaderContext,
  type Refused,
  splitAllowed,
  whyNot,
} from '../../config';
import { type Label, labelOf } from '../../domain/label';
import { whyNotText } from '../../fields';
import type { Row } from '../db';
import type { EntityRules, RuleContext } from './EntityRules';

/** Operator as far as it decides what they may do. */
export interface OperatorIdentity {
  readonly id: number;
  readonly org_id: number;
  readonly hasSuperior: boolean;
}

export const readerOf = ({ id, org_id, hasSuperior }: OperatorIdentity): ReaderContext => ({
  operId: id,
  orgId: org_id,
  hasSuperior,
});

/** Splits rows into those that the caller's attempt is allowed on and the others. */
export const judgeRows = async (
  { entity, rules }: { readonly entity: AnyEntity; readonly rules: EntityRules },
  attempt: Attempt,
  rows: readonly Row[],
  context: RuleContext,
): Promise<AllowedSplit<Row>> => {
  const reasons = (await rules.lockReasons?.(rows, context)) ?? [];
  const reasonsByRow = new Map<unknown, LockReasons | undefined>(
    rows.map((row, i) => [row, reasons[i]]),
  );
  const lockReasons = (row: unknown) => reasonsByRow.get(row);
  const reader = { ...readerOf(context.caller.oper), lockReasons };
  return splitAllowed(rows, (row) => whyNot(entity, attempt, row, reader));
};

/** Explains why an attempt is not allowed on a record, in the console's words. */
export const refusalLabel = (entity: AnyEntity, attempt: Attempt, refused: Refused): Label =>
  labelOf((locale) => whyNotText(entity, attempt, refused, locale));
