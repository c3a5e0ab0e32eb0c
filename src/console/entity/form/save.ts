import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'ra-core';
import { useState } from 'react';
import type { AnyEntity } from '../../../config';
import type { Row } from '../../../fields/views';
import { ApiError } from '../../../protocol';
import { useOneAtATime } from '../../data';
import {
  changedValues,
  type FormField,
  givenValues,
  same,
  startValues,
  type Values,
} from './values';

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

/** A record to add, or one to change and what is changed of it. */
interface Save {
  readonly record?: RaRecord;
  readonly values: Values;
}

/** Adds or changes a record. Nothing is shown as saved before the server has said so. */
const useSave = (entity: AnyEntity) => {
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

/** A record that somebody else changed while it was open in a form. */
export interface StaleEdit {
  /** As the form was opened with it. */
  readonly opened: RaRecord;
  /** What the form holds. */
  readonly mine: Values;
  /** As it is stored now. */
  readonly theirs: RaRecord;
  /** Changed here and there, and not alike: somebody has to choose. */
  readonly disputed: readonly FormField[];
  /** Changed there alone: taken over as they are. */
  readonly others: readonly FormField[];
}

/** The record as it is stored now, where a change was refused because somebody else was faster. */
export const currentOf = (error: unknown): RaRecord | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined;
  const { current } = (error.data ?? {}) as { current?: RaRecord };
  return typeof current === 'object' && current !== null ? current : undefined;
};

/** What there is to choose between. */
export const staleEdit = (
  rows: readonly FormField[][],
  opened: RaRecord,
  mine: Values,
  theirs: RaRecord,
): StaleEdit => {
  const [began, stored] = [startValues(rows, opened), startValues(rows, theirs)];
  const changedThere = rows
    .flat()
    .filter(({ name, field }) => field.kind !== 'password' && !same(began[name], stored[name]));
  const isMine = ({ name }: FormField) => !same(mine[name], began[name]);
  return {
    opened,
    mine,
    theirs,
    disputed: changedThere.filter(
      (each) => isMine(each) && !same(mine[each.name], stored[each.name]),
    ),
    others: changedThere.filter((each) => !isMine(each)),
  };
};

/**
 * What the form goes on with: the stored values, and over them what was changed here.
 * @param taken names of disputed fields of which the stored value is taken
 */
export const settled = (
  rows: readonly FormField[][],
  { opened, mine, theirs }: StaleEdit,
  taken: ReadonlySet<string>,
): Values => {
  const began = startValues(rows, opened);
  const kept = rows.flat().filter(({ name }) => !taken.has(name) && !same(mine[name], began[name]));
  return { ...startValues(rows, theirs), ...pick(mine, kept) };
};

const pick = (values: Row, fields: readonly FormField[]): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
