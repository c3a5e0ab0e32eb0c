import type { Wire } from '../../../config';
import type { Row } from '../../../fields/views';

/** What a row may keep somebody from. */
export type KeptVerb = 'update' | 'delete';

/**
 * Why a record cannot be changed or deleted, as the server tells it with the row; undefined where it can, and where
 * the server tells nothing of the kind.
 */
export const keptFrom = (
  verb: KeptVerb,
  record: Row | undefined,
  { kept }: Pick<Wire, 'kept'>,
): string | undefined => {
  const told = kept === '' ? undefined : record?.[kept];
  if (typeof told !== 'object' || told === null) return undefined;
  const why = (told as Row)[verb];
  return typeof why === 'string' && why !== '' ? why : undefined;
};
