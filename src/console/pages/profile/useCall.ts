import { useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../../protocol';

type FieldErrors = Readonly<Record<string, string>>;

/** A call that a form makes, while it lasts and what it was refused for. */
export const useCall = () => {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<FieldErrors>({});

  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setRefused({});
    try {
      await call();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      setRefused(fields ?? {});
      // What is said beside an input needs no second saying.
      if (!fields)
        notify(error instanceof Error ? error.message : 'data.hasError', { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, run, clearRefused: () => setRefused({}) };
};
