import { type Identifier, type RaRecord, useGetMany } from 'ra-core';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyEntity } from '../../../config';

/**
 * The records that are selected, over all pages. Those seen on the way are remembered; those of an earlier visit are
 * asked for.
 */
export const useSelected = (
  entity: AnyEntity,
  ids: readonly Identifier[],
  rows: readonly RaRecord[],
): readonly RaRecord[] => {
  const seen = useRef(new Map<Identifier, RaRecord>());
  useEffect(() => {
    for (const row of rows) seen.current.set(row.id, row);
  }, [rows]);
  const onPage = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const known = (id: Identifier) => onPage.get(id) ?? seen.current.get(id);
  const missing = ids.filter((id) => !known(id));
  const { data: asked } = useGetMany<RaRecord>(
    entity.name,
    { ids: missing },
    { enabled: missing.length > 0 },
  );
  const found = new Map(asked?.map((record) => [record?.id, record]));
  return ids.flatMap((id) => known(id) ?? found.get(id) ?? []);
};
