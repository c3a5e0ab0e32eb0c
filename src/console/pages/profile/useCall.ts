import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ApiError } from '../../../protocol';
import { errorNotice } from '../../data';

/** State of a form's call: pending, and the messages of refused fields. */
export const useCall = () => {
  const notify = useNotify();
  const fieldsOf = (error: unknown) => (error instanceof ApiError ? error.fields : undefined);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (call: () => Promise<void>) => call(),
    onError: (reason) => {
      // Messages of fields are shown beside their inputs.
      if (!fieldsOf(reason)) notify(...errorNotice(reason));
    },
  });
  return { busy: isPending, refused: fieldsOf(error) ?? {}, run: mutate, clearRefused: reset };
};
