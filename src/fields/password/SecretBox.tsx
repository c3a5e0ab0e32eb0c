import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined';
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined';
import { IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import { TextBox, type TextBoxProps } from '../controls/TextBox';
import { useText } from '../controls/useText';

/** A text typed hidden, with an eye that shows it. */
export const SecretBox = (props: TextBoxProps) => {
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
