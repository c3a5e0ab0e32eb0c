import { useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import { refusalOf } from './refusalOf';
import type { Values } from './resolverOf';

/** Puts the server's refusal where it belongs: on the inputs it names, and what is left above the buttons. */
export const useRefusal = (setError: UseFormSetError<Values>, shown: readonly string[]) => {
  const [failure, setFailure] = useState<string>();
  const refuse = (error: unknown) => {
    const { fields, hidden, message } = refusalOf(error, shown);
    Object.entries(fields).forEach(([name, reason], i) => {
      setError(name, { type: 'server', message: reason }, { shouldFocus: i === 0 });
    });
    const others = hidden.map(([name, reason]) => `${name}: ${reason}`);
    setFailure([message, ...others].filter(Boolean).join('\n') || undefined);
  };
  return { failure, refuse, forget: () => setFailure(undefined) };
};
