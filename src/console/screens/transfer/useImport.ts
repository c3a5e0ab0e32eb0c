import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import type { AnyEntity } from '../../../config';
import type { ConsoleDataProvider } from '../../data';
import type { ImportStep } from './importSteps';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** An import from the choice of a file to its result; nothing is added before somebody has seen what is wrong. */
export const useImport = (entity: AnyEntity) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ at: 'choose' });

  const check = async (given: File) => {
    const file = given.name;
    setStep({ at: 'checking', file, part: 0 });
    try {
      const { path } = await dataProvider.upload(given, 'import', (part) =>
        setStep({ at: 'checking', file, part }),
      );
      const answer = await dataProvider.importRows(entity.name, path, true);
      setStep({ at: 'checked', file, path, answer });
    } catch (error) {
      setStep({ at: 'choose', failure: reasonOf(error) });
    }
  };

  const run = async (checked: ImportStep & { at: 'checked' }) => {
    const { file, path, answer } = checked;
    setStep({ at: 'importing', file, path, answer });
    try {
      const done = await dataProvider.importRows(entity.name, path, false);
      setStep({ at: 'done', file, answer: done });
      await client.invalidateQueries();
    } catch (error) {
      setStep({ ...checked, failure: reasonOf(error) });
    }
  };

  return { step, check, run, again: () => setStep({ at: 'choose' }) };
};
