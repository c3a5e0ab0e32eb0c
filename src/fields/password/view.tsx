import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import { Nothing } from '../controls/Nothing';
import { TextBox } from '../controls/TextBox';
import { useText } from '../controls/useText';
import type { FieldView, InputProps } from '../FieldView';

const Input = (props: InputProps<'password'>) => {
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
    <TextBox
      {...props}
      type={shown ? 'text' : 'password'}
      end={eye}
      html={{ autoComplete: 'new-password' }}
    />
  );
};

/** A secret is never sent back: there is nothing to show. */
export const view: FieldView<'password'> = { Cell: () => <Nothing />, Input, sortable: false };
