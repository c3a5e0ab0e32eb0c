import { useState } from 'react';
import { useNotify } from 'react-admin';
import { ApiError } from '../../../protocol';
import { errorNotice } from '../../data';

/** State of a form's call: pending, and the messages of refused fields. */
export const useCall = () => {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setRefused({});
    try {
      await call();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      setRefused(fields ?? {});
      // Messages of fields are shown beside their inputs.
      if (!fields) notify(...errorNotice(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, run, clearRefused: () => setRefused({}) };
};
