import { useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import type { AnyEntity } from '../../../../config';
import type { Values } from '../../form/resolverOf';
import { type RunResult, runEach } from './runEach';

/** How far a change of many records has come. */
export type EditManyStep =
  | { readonly at: 'asking' }
  | { readonly at: 'running'; readonly behind: number; readonly of: number }
  | { readonly at: 'done'; readonly values: Values; readonly result: RunResult<RaRecord> };

/** Gives many records the same values, a few at a time. What somebody else changed meanwhile is overwritten. */
export const useEditMany = (entity: AnyEntity) => {
  const dataProvider = useDataProvider();
  const client = useQueryClient();
  const [step, setStep] = useState<EditManyStep>({ at: 'asking' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (records: readonly RaRecord[], values: Values) => {
    const stopping = new AbortController();
    const { signal } = stopping;
    running.current = stopping;
    const of = records.length;
    setStep({ at: 'running', behind: 0, of });
    const result = await runEach(records, {
      // Without what the record was, no value counts as changed by somebody else.
      work: ({ id }) =>
        dataProvider.update(entity.name, { id, data: values, previousData: undefined }),
      signal,
      onProgress: (behind) => setStep({ at: 'running', behind, of }),
    });
    setStep({ at: 'done', values, result });
    await client.invalidateQueries();
  };
  return { step, run, stop: () => running.current?.abort() };
};
