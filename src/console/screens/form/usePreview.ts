import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useEffect, useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { ConsoleDataProvider, PreviewAnswer } from '../../data';
import { useScreen } from '../parts/ScreenContext';
import { askedValues, type FormField } from './formFields';
import type { Values } from './resolverOf';

/** ms without a key before the server is asked. */
const PAUSE = 500;

interface Preview {
  readonly preview?: PreviewAnswer;
  /** Why there is none. */
  readonly reason?: string;
  readonly searching: boolean;
}

/** What the server would make of a form as it is filled in now. */
export const usePreview = (
  rows: readonly FormField[][],
  control: Control<Values>,
  wanted: boolean,
): Preview => {
  const { entity } = useScreen();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const typed = JSON.stringify(askedValues(rows, useWatch({ control })));
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: [entity.name, 'preview', settled],
    queryFn: ({ signal }) => dataProvider.preview(entity.name, JSON.parse(settled), { signal }),
    enabled: wanted,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const searching = wanted && (query.isFetching || settled !== typed);
  if (query.isError) return { reason: query.error.message, searching };
  return { preview: query.data, searching };
};
