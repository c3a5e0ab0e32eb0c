import { type AnyEntity, type Field, takesPart } from '../../../config';
import { isAsked } from '../../../fields';
import { type Row, viewOf } from '../../../fields/views';
import { fieldsIn } from '../parts/fieldsOf';

export type Shown = readonly [name: string, field: Field];

export interface DetailGroup {
  /** Reported by the lock or the server, kept by operators, or too large to stand beside others. */
  readonly kind: 'reported' | 'kept' | 'wide';
  readonly fields: readonly Shown[];
}

const isKept = (field: Field) => takesPart(field, 'create') || takesPart(field, 'edit');

/**
 * The fields of a detail in groups: what operators keep, what is reported, and what needs a whole line. Records have
 * no form: all theirs is reported. Empty groups are left out, and what is not asked for beside the other values.
 * @param without a field to leave out
 */
export const detailGroups = (entity: AnyEntity, record?: Row, without?: string): DetailGroup[] => {
  const isShown = ([name, field]: Shown) =>
    field.kind !== 'password' && name !== without && (!record || isAsked(field, record));
  const shown = fieldsIn(entity, 'show').filter(isShown);
  const wide = shown.filter(([, field]) => viewOf(field).wide);
  const narrow = shown.filter(([, field]) => !viewOf(field).wide);
  const kept = entity.record ? [] : narrow.filter(([, field]) => isKept(field));
  const reported = narrow.filter((each) => !kept.includes(each));
  const groups: DetailGroup[] = [
    { kind: 'reported', fields: reported },
    { kind: 'kept', fields: kept },
    { kind: 'wide', fields: wide },
  ];
  return groups.filter(({ fields }) => fields.length > 0);
};
