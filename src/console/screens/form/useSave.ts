import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'ra-core';
import type { AnyEntity } from '../../../config';
import type { Values } from './resolverOf';

/** A record to add, or one to change and what is changed of it. */
export interface Save {
  readonly record?: RaRecord;
  readonly values: Values;
}

/** Adds or changes a record. Nothing is shown as saved before the server has said so. */
export const useSave = (entity: AnyEntity) => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ record, values }: Save): Promise<RaRecord> => {
      const { data } = record
        ? await dataProvider.update(entity.name, {
            id: record.id,
            data: values,
            previousData: record,
          })
        : await dataProvider.create(entity.name, { data: values });
      return data;
    },
    // Lists and details of other entities bring this one's title along.
    onSuccess: () => client.invalidateQueries(),
  });
};
