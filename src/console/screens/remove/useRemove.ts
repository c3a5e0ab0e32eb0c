import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import type { AnyEntity } from '../../../config';
import { type Removal, removeAll } from './removeAll';

/** Deletes records. They stay in view until the server has said that they are gone. */
export const useRemove = (entity: AnyEntity, onRemoved: (removal: Removal) => void) => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const notify = useNotify();
  const [turns, setTurns] = useState(0);
  const mutation = useMutation<Removal, Error, readonly RaRecord[]>({
    mutationFn: (records) => {
      setTurns(0);
      return removeAll(records, {
        call: (ids) => dataProvider.deleteMany(entity.name, { ids }),
        onProgress: setTurns,
      });
    },
    onSuccess: (removal) => {
      const { gone, failed } = removal;
      for (const { id } of gone) {
        client.removeQueries({ queryKey: [entity.name, 'getOne', { id: String(id) }] });
      }
      if (failed.length === 0) {
        notify('screens.remove.done', {
          type: 'success',
          messageArgs: { smart_count: gone.length },
        });
      }
      onRemoved(removal);
      return gone.length > 0 ? client.invalidateQueries() : undefined;
    },
  });
  return { ...mutation, turns };
};
