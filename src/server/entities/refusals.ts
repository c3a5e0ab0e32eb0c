import type { AnyEntity, Attempt, ReaderContext, Refused } from '../../config';
import { type Label, labelOf } from '../../domain/label';
import { whyNotText } from '../../fields';

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

/** Explains why an attempt is not allowed on a record, in the console's words. */
export const refusalLabel = (entity: AnyEntity, attempt: Attempt, refused: Refused): Label =>
  labelOf((locale) => whyNotText(entity, attempt, refused, locale));
