import { useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import type { Fields, Label } from '../../config';
import { labelWith } from '../../domain/label';
import type { Values } from '../../fields/form';
import { useText } from '../../fields/reader';
import { ApiError, errorMessage } from '../../protocol';

/**
 * Puts the server's refusal where it belongs: on the inputs it names, and what is left above the buttons.
 * @param fields what those that the form does not show are called
 */
export const useFormErrors = (
  setError: UseFormSetError<Values>,
  visibleFields: readonly string[],
  fields: Fields,
) => {
  const text = useText();
  const [failure, setFailure] = useState<string>();
  const refuse = (error: unknown) => {
    const { fields: visibleErrors, hidden, message } = formErrorsOf(error, visibleFields);
    Object.entries(visibleErrors).forEach(([name, reason], i) => {
      setError(name, { type: 'server', message: reason }, { shouldFocus: i === 0 });
    });
    const hiddenTexts = hidden.map(([name, reason]) =>
      text(hiddenFieldErrors(fields, name, reason)),
    );
    setFailure([message, ...hiddenTexts].filter(Boolean).join('\n') || undefined);
  };
  return { failure, refuse, forget: () => setFailure(undefined) };
};

/** A refused field that nobody sees, by its label where it has one. */
export const hiddenFieldErrors = (fields: Fields, name: string, reason: string): Label =>
  labelWith(fields[name]?.label ?? [name, name], [reason, reason]);

/** What a failed call means for a form. */
interface Refusal {
  /** Messages for fields the form shows. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the reader is told besides; undefined when the fields say it all. */
  readonly message?: string;
  /** The names of refused fields that the form does not show, with their messages. */
  readonly hidden: readonly (readonly [name: string, message: string])[];
}

/** Sorts the answer to a call that failed: what belongs to which input, and what to the form as a whole. */
export const formErrorsOf = (error: unknown, visibleFields: readonly string[]): Refusal => {
  const errors = error instanceof ApiError ? Object.entries(error.fields ?? {}) : [];
  const fields = Object.fromEntries(errors.filter(([name]) => visibleFields.includes(name)));
  const hidden = errors.filter(([name]) => !visibleFields.includes(name));
  const reason = errorMessage(error);
  return { fields, hidden, message: Object.keys(fields).length > 0 ? undefined : reason };
};
