import { type Control, useController, useWatch } from 'react-hook-form';
import { type AnyField, type Field, type Fields, type Row, unmetConditions } from '../../config';
import type { Locale } from '../../domain/label';
import { emptyValue, ruleText } from '..';
import { isRelevant } from '../schemas';
import { useReaderLocale } from './reader';
import { type InputProps, viewOf } from './registry';

export const initialArguments = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      (field.initial as unknown) ?? emptyValue(field),
    ]),
  );

interface Props {
  readonly fields: Fields;
  readonly control: Control<Values>;
  readonly disabled: boolean;
  /** Another element before the inputs has the focus. */
  readonly follows?: boolean;
}

/**
 * Inputs for the arguments of a command or action, one below the other. The first one has the focus, unless `follows`
 * is set.
 */
export const ArgumentInputs = ({ fields, control, disabled, follows = false }: Props) => {
  const values = useWatch({ control });
  const relevant = Object.entries(fields).filter(([, field]) => isRelevant(field, values));
  return relevant.map(([name, field], i) => (
    <FormField
      key={name}
      name={name}
      field={field}
      control={control}
      values={values}
      disabled={disabled}
      autoFocus={!follows && i === 0}
    />
  ));
};

export type Values = Record<string, unknown>;

/** Returns the errors of lines as react-hook-form has them: one for a line, or one for each of its values. */
const lineErrorsOf = (errors: readonly unknown[], locale: Locale) =>
  // The list may have holes.
  Array.from(errors, (line) => {
    if (!line) return undefined;
    const values = 'message' in Object(line) ? { '': line } : (line as object);
    return Object.fromEntries(
      Object.entries(values).map(([name, error]) => [name, ruleText(error?.message ?? '', locale)]),
    );
  });

interface FormFieldProps {
  readonly name: string;
  readonly field: AnyField;
  /** By default the form of the context. */
  readonly control?: Control<Values>;
  readonly values?: Row;
  /** Record that is edited; undefined for a new one. */
  readonly record?: Row;
  readonly onOther?: InputProps['onOther'];
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}

export const FormField = ({ name, field, control, ...rest }: FormFieldProps) => {
  const locale = useReaderLocale();
  const { field: input, fieldState } = useController({ name, control });
  const { Input } = viewOf(field);
  const isHelpful = unmetConditions(field.helpWhen, rest.values ?? {}).length === 0;
  const { error } = fieldState;
  const refused = error?.message === undefined ? undefined : ruleText(error.message, locale);
  return (
    <Input
      {...rest}
      field={(isHelpful ? field : { ...field, help: undefined }) as Field}
      name={name}
      value={input.value}
      onChange={input.onChange}
      onBlur={input.onBlur}
      inputRef={input.ref}
      error={refused}
      lineErrors={Array.isArray(error) ? lineErrorsOf(error, locale) : undefined}
    />
  );
};
