import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import { IconButton, InputAdornment } from '@mui/material';
import { type KeyboardEvent, useState } from 'react';
import { useLogin } from './LoginContext';
import { LoginInput } from './LoginInput';
import type { LoginForm } from './useLoginForm';

/** The password: hidden until somebody wants to see it, with a warning while caps lock is on. */
export const PasswordInput = ({ form }: { form: LoginForm }) => {
  const { translate } = useLogin();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <LoginInput
      form={form}
      field="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      warning={capsLock ? translate('login.capsLock') : undefined}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setCapsLock(false)}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={translate(shown ? 'login.hidePassword' : 'login.showPassword')}
            // The caret stays where it is, and leaving the field is not what the button does.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setShown(!shown)}
          >
            {shown ? <VisibilityOff /> : <Visibility />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
};
