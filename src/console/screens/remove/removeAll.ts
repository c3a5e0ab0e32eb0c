import type { RaRecord } from 'ra-core';
import { ApiError } from '../../../protocol';

/** Records of one call at the most. */
const CALL_RECORDS = 1000;

/** Records that are refused one by one before the rest of their calls is refused as a whole. */
const MOST_REFUSALS = 50;

export interface Removal {
  readonly gone: readonly RaRecord[];
  readonly failed: readonly { readonly item: RaRecord; readonly why: string }[];
}

interface Options {
  readonly call: (ids: RaRecord['id'][]) => Promise<unknown>;
  /** Called after each call with how many records have had their turn. */
  readonly onProgress: (turns: number) => void;
}

/** The server said no to these records; to others it may say yes. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'business' && error.code !== 'noPermission';

const parts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );

/**
 * Deletes any number of records, a call for as many as one may name. Records that the server refuses do not keep the
 * others: a refused call is made again in halves until the refused ones are found. A call that fails in another way
 * ends it; what had no turn is reported with the same reason.
 */
export const removeAll = async (
  records: readonly RaRecord[],
  { call, onProgress }: Options,
): Promise<Removal> => {
  const gone: RaRecord[] = [];
  const failed: { item: RaRecord; why: string }[] = [];
  const waiting = parts(records, CALL_RECORDS);
  const fail = (items: readonly RaRecord[], why: string) =>
    failed.push(...items.map((item) => ({ item, why })));
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    try {
      await call(part.map(({ id }) => id));
      gone.push(...part);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!isRefusal(error)) fail([...part, ...waiting.splice(0).flat()], why);
      else if (part.length === 1 || failed.length >= MOST_REFUSALS) fail(part, why);
      else waiting.unshift(...parts(part, Math.ceil(part.length / 2)));
    }
    onProgress(gone.length + failed.length);
  }
  return { gone, failed };
};
