import { useQueryClient } from '@tanstack/react-query';
import type { RaRecord } from 'ra-core';
import { useState } from 'react';
import type { AnyEntity } from '../../../config';
import type { Row } from '../../../fields/views';
import { useOneAtATime } from '../../data';
import { changedValues, type FormField, givenValues, startValues } from './formFields';
import type { Values } from './resolverOf';
import { currentOf, type StaleEdit, settled, staleEdit } from './staleEdit';
import { useSave } from './useSave';

/**
 * Saves what a form holds. A record that somebody else changed meanwhile is not overwritten: `stale` then tells what
 * there is to choose between, and `settle` goes on from there.
 * @param record what the form was opened with; none for a new one
 * @param given values that a new record has because of where it is made
 */
export const useChange = (
  entity: AnyEntity,
  rows: readonly FormField[][],
  record: RaRecord | undefined,
  given: Row = {},
) => {
  // Live changes reach the record while somebody types; the form stays with what it was opened with.
  const [opened, setOpened] = useState(record);
  const [stale, setStale] = useState<StaleEdit>();
  const { mutateAsync, isPending } = useSave(entity);
  const client = useQueryClient();

  const once = useOneAtATime();

  /** @returns the record as it is then, undefined when it is stale or being saved already @throws ApiError */
  const saveOver = (values: Values, from: RaRecord | undefined) =>
    once(() => sendOver(values, from));

  const sendOver = async (values: Values, from: RaRecord | undefined) => {
    if (!from) return mutateAsync({ values: { ...given, ...givenValues(rows, values) } });
    const changes = changedValues(rows, values, startValues(rows, from));
    if (Object.keys(changes).length === 0) {
      // Where all of theirs were taken there is nothing to save, and the list still shows what was before.
      void client.invalidateQueries();
      return from;
    }
    try {
      return await mutateAsync({ record: from, values: changes });
    } catch (error) {
      const current = currentOf(error);
      if (!current) throw error;
      setStale(staleEdit(rows, from, values, current));
      return undefined;
    }
  };

  return {
    opened,
    stale,
    isPending,
    save: (values: Values) => saveOver(values, opened),
    /** Back to the form as it was typed. */
    leaveStale: () => setStale(undefined),
    /** Makes the stored record the one the form was opened with. @returns what the inputs hold from now on */
    settle: (taken: ReadonlySet<string>) => {
      if (!stale) return undefined;
      setStale(undefined);
      setOpened(stale.theirs);
      const values = settled(rows, stale, taken);
      return { values, save: () => saveOver(values, stale.theirs) };
    },
  };
};
