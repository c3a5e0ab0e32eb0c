import { type RaRecord, useGetManyAggregate } from 'ra-core';
import { useEntity } from '../controls/entities';
import { useSpokenTitle } from './useSpokenTitle';

/** The titles of records by id, in the order asked for; the id until a title has come. */
export const useTitles = (target: string, ids: readonly number[]): string[] => {
  const entity = useEntity(target);
  const title = String(entity?.title ?? 'id');
  const say = useSpokenTitle(target);
  const { data } = useGetManyAggregate<RaRecord>(
    target,
    { ids: [...ids] },
    { enabled: ids.length > 0 && entity !== undefined },
  );
  return ids.map((id) => {
    const row = data?.find((each) => Number(each?.id) === id);
    return say(String(row?.[title] ?? id));
  });
};
