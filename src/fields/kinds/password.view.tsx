import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { Box, IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import { filledLabel, labelInSentence } from '../../domain/label';
import { ruleTexts } from '../rule';
import { EmptyCell } from '../views/cells';
import { TextInput, type TextInputProps } from '../views/inputs';
import { useText } from '../views/reader';
import type { FieldView, InputProps } from '../views/registry';

/** The server never returns a secret, so the cell is empty. */
export const view: FieldView<'password'> = {
  Cell: () => <EmptyCell />,
  Input: (props) => (props.field.confirm ? <SecretTwice {...props} /> : <SecretBox {...props} />),
  sortable: false,
};

/** Password input with a button that reveals it. */
const SecretBox = (props: TextInputProps) => {
  const text = useText();
  const [isVisible, setIsVisible] = useState(false);
  const label = isVisible
    ? text(['Hide password', '隐藏密码'])
    : text(['Show password', '显示密码']);
  const eye = (
    <InputAdornment position="end">
      <IconButton
        size="small"
        edge="end"
        aria-label={label}
        onClick={() => setIsVisible(!isVisible)}
      >
        {isVisible ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
      </IconButton>
    </InputAdornment>
  );
  return (
    <TextInput
      {...props}
      type={isVisible ? 'text' : 'password'}
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

/** Password with a repeated input, which shows the error if they differ. */
const SecretTwice = ({ field, name, value, onChange, error, ...rest }: InputProps<'password'>) => {
  const text = useText();
  const twice = repeatedInputs(value);
  const differs = error === text(ruleTexts.confirm);
  const type = (change: Partial<RepeatedInputs>) =>
    onChange(confirmedPassword({ ...twice, ...change }));
  const again = {
    label: filledLabel(['Confirm %{field}', '确认%{field}'], {
      field: labelInSentence(field.label),
    }),
    required: field.required,
  };
  const { autoFocus, inputRef, ...common } = rest;
  return (
    <Box sx={pair}>
      <SecretBox
        {...common}
        field={field}
        name={name}
        value={twice.password}
        onChange={(password) => type({ password: String(password ?? '') })}
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

type RepeatedInputs = Readonly<Record<'password' | 'again', string>>;

/** Texts of the inputs for a value. A value from outside fills both. */
export const repeatedInputs = (value: unknown): RepeatedInputs => {
  if (typeof value === 'object' && value !== null && 'password' in value)
    return value as RepeatedInputs;
  const text = typeof value === 'string' ? value : '';
  return { password: text, again: text };
};

/** Returns the password, null if both inputs are empty, or both texts if they differ, which the rule rejects. */
export const confirmedPassword = ({
  password,
  again,
}: RepeatedInputs): string | RepeatedInputs | null => {
  if (password !== again) return { password, again };
  return password === '' ? null : password;
};
