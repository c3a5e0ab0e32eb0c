import type { AnyEntity, Fields, ReaderContext, Reason } from '../../config';
import { joinedLabels, type Label } from '../../domain/label';
import { reasonLabel } from '../../fields';
import { serverLabel } from '../calls/endpoint';

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

/** Returns the text of a reason for the caller; that of unmet conditions names their fields. */
export const refusalLabel = (entity: AnyEntity, reason: Reason): Label => {
  const label = reasonLabel(reason);
  if (label) return label;
  const names = reason.kind === 'unmet' ? reason.fields : [];
  const labels = names.map(
    (name) => (entity.fields as Fields)[name]?.label ?? ([name, name] as const),
  );
  return serverLabel('notNow', { names: joinedLabels(labels, ', ') });
};
