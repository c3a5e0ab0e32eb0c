import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Identifier, useDataProvider, useNotify } from 'ra-core';
import type { AnyEntity } from '../../../config';

/** Deletes records. They stay in view until the server has said that they are gone. */
export const useRemove = (entity: AnyEntity, onRemoved: () => void) => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation<unknown, Error, readonly Identifier[]>({
    mutationFn: (ids) => dataProvider.deleteMany(entity.name, { ids: [...ids] }),
    onSuccess: (_, ids) => {
      for (const id of ids) {
        client.removeQueries({ queryKey: [entity.name, 'getOne', { id: String(id) }] });
      }
      notify('screens.remove.done', {
        type: 'success',
        messageArgs: { smart_count: ids.length },
      });
      onRemoved();
      return client.invalidateQueries();
    },
  });
};
