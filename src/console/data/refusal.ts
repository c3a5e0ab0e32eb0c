import { useState } from 'react';
import type { UseFormSetError } from 'react-hook-form';
import type { Fields, Label } from '../../config';
import { labelWith } from '../../domain/label';
import { pathLabel } from '../../fields/lines';
import type { Values } from '../../fields/views/form';
import { useText } from '../../fields/views/reader';
import { ApiError, errorMessage } from '../../protocol';

/** Returns the arguments of `notify` that show an error, or its message. */
export const errorNotice = (error: unknown) => {
  const kind = error instanceof ApiError ? error.kind : undefined;
  return [errorMessage(error), { type: 'error', kind }] as const;
};

/**
 * Shows a server error at the inputs that it names, and the rest above the buttons.
 * @param fields declarations, for the labels of fields that the form does not show
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

/** Labels an error of a field that the form does not show. */
export const hiddenFieldErrors = (fields: Fields, name: string, reason: string): Label =>
  labelWith(pathLabel(fields, name) ?? [name, name], [reason, reason]);

/**
 * Splits the error of a failed call: messages by field that the form shows, `hidden` ones of other fields, and one for
 * the whole form unless the shown ones suffice.
 */
export const formErrorsOf = (error: unknown, visibleFields: readonly string[]) => {
  const errors = error instanceof ApiError ? Object.entries(error.fields ?? {}) : [];
  // The path of a value of a line begins with the name of the input.
  const isVisible = (path: string) => visibleFields.includes(path.replace(/\..*/, ''));
  const fields = Object.fromEntries(errors.filter(([name]) => isVisible(name)));
  const hidden = errors.filter(([name]) => !isVisible(name));
  const reason = errorMessage(error);
  return { fields, hidden, message: Object.keys(fields).length > 0 ? undefined : reason };
};
