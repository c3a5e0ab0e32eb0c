import { type Identifier, type RaRecord, useGetMany } from 'ra-core';
import { useMemo } from 'react';
import type { AnyEntity } from '../../../../config';
import type { List } from '../useEntityList';

const NONE: RaRecord[] = [];

/**
 * The records that are selected, over all pages. Those seen on the way are remembered; those of an earlier visit are
 * asked for.
 */
export const useSelected = (
  entity: AnyEntity,
  { selectedIds, data, known }: Pick<List, 'selectedIds' | 'data' | 'known'>,
): readonly RaRecord[] => {
  const onPage = useMemo(() => new Map(data.map((row) => [row.id, row])), [data]);
  const missing = useMemo(
    () => selectedIds.filter((id) => !onPage.has(id) && !known.has(id)),
    [selectedIds, onPage, known],
  );
  const { data: asked = NONE } = useGetMany<RaRecord>(
    entity.name,
    { ids: missing },
    { enabled: missing.length > 0 },
  );
  return useMemo(() => {
    const found = new Map(asked.map((record) => [record?.id, record]));
    const recordOf = (id: Identifier) => onPage.get(id) ?? known.get(id) ?? found.get(id);
    return selectedIds.flatMap((id) => recordOf(id) ?? []);
  }, [selectedIds, onPage, known, asked]);
};
