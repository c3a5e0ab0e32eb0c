import type { AnyEntity, AnyField, Fields } from '../../../config';
import { placeColumns } from '../../../fields/placeColumns';

/** The fields that have a column: neither those that rules take and give nor inputs that only write other fields. */
export const storedFields = ({ fields }: AnyEntity): [string, AnyField][] => {
  const places = new Set(placeColumns(fields as Fields).map(({ name }) => name));
  return Object.entries(fields as Fields).filter(
    ([name, { virtual }]) => !virtual && !places.has(name),
  );
};

/** Holds the id of another row. */
export const isReference = ({ kind }: AnyField): boolean => kind === 'ref' || kind === 'refTree';

/** Holds the ids of several. */
export const isReferenceList = ({ kind }: AnyField): boolean => kind === 'refs';
