import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import { filledLabel } from '../../domain/label';
import { EmptyCell } from '../cells';
import { TextInput, type TextInputProps } from '../inputs';
import { useText } from '../reader';
import { ruleTexts } from '../rule';
import type { FieldView, InputProps } from '../views';

/** A secret is never sent back: there is nothing to show. */
export const view: FieldView<'password'> = {
  Cell: () => <EmptyCell />,
  Input: (props) => (props.field.confirm ? <SecretTwice {...props} /> : <SecretBox {...props} />),
  sortable: false,
};

/** A text typed hidden, with an eye that shows it. */
const SecretBox = (props: TextInputProps) => {
  const text = useText();
  const [shown, setShown] = useState(false);
  const label = shown ? text(['Hide password', '隐藏密码']) : text(['Show password', '显示密码']);
  const eye = (
    <InputAdornment position="end">
      <IconButton size="small" edge="end" aria-label={label} onClick={() => setShown(!shown)}>
        {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      end={eye}
      html={{ autoComplete: 'new-password' }}
    />
  );
};

const pair = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
} as const;

/** A password and the same once more; that the two differ is said at the second. */
const SecretTwice = ({ field, name, value, onChange, error, ...rest }: InputProps<'password'>) => {
  const text = useText();
  const twice = repeatedInputs(value);
  const differs = error === text(ruleTexts.confirm);
  const type = (change: Partial<TypedTwice>) =>
    onChange(confirmedPassword({ ...twice, ...change }));
  const again = {
    label: filledLabel(['%{field}, again', '再次输入%{field}'], { field: field.label }),
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

/** What two inputs of one password hold. */
interface TypedTwice {
  readonly typed: string;
  readonly again: string;
}

/** The inputs' texts for a value; a value from outside stands in both. */
export const repeatedInputs = (value: unknown): TypedTwice => {
  if (typeof value === 'object' && value !== null && 'typed' in value) return value as TypedTwice;
  const text = typeof value === 'string' ? value : '';
  return { typed: text, again: text };
};

/** The value of two inputs: the password, null when both are empty, and for two that differ what the rule refuses. */
export const confirmedPassword = ({ typed, again }: TypedTwice): string | TypedTwice | null => {
  if (typed !== again) return { typed, again };
  return typed === '' ? null : typed;
};
