import { Box } from '@mui/material';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';
import { ruleTexts } from '../rule';
import { SecretBox } from './SecretBox';
import { type TypedTwice, twiceFrom, twiceValue } from './typedTwice';

const pair = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
} as const;

/** A password and the same once more; that the two differ is said at the second. */
export const SecretTwice = ({
  field,
  name,
  value,
  onChange,
  error,
  ...rest
}: InputProps<'password'>) => {
  const text = useText();
  const twice = twiceFrom(value);
  const differs = error === text(ruleTexts.confirm);
  const type = (change: Partial<TypedTwice>) => onChange(twiceValue({ ...twice, ...change }));
  const again = {
    label: [`${field.label[0]}, again`, `再次输入${field.label[1]}`] as const,
    required: field.required,
  };
  const { autoFocus, inputRef, ...common } = rest;
  return (
    <Box sx={pair}>
      <SecretBox
        {...common}
        field={field}
        name={name}
        value={twice.typed}
        onChange={(typed) => type({ typed: String(typed ?? '') })}
        error={differs ? undefined : error}
        autoFocus={autoFocus}
        inputRef={differs ? undefined : inputRef}
      />
      <SecretBox
        {...common}
        field={again}
        name={`${name}.again`}
        value={twice.again}
        onChange={(typed) => type({ again: String(typed ?? '') })}
        error={differs ? error : undefined}
        inputRef={differs ? inputRef : undefined}
      />
    </Box>
  );
};
