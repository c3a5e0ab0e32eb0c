import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import {
  Alert,
  Box,
  Button,
  CircularProgress,
  FormControl,
  FormHelperText,
  IconButton,
  InputAdornment,
  InputLabel,
  OutlinedInput,
  type OutlinedInputProps,
  Tab,
  Tabs,
} from '@mui/material';
import { type KeyboardEvent, type PropsWithChildren, useId, useState } from 'react';
import { useLogin } from './LoginContext';
import type { LoginField, LoginFormState } from './useLoginForm';

const panelId = 'login-panel';

export const LoginForm = ({ form }: { form: LoginFormState }) => {
  const { translate } = useLogin();
  const isInvited = form.way === 'invitation';
  const failure = form.failure && (
    <Alert severity="error" role="alert" sx={{ mb: 2 }}>
      {form.failure}
    </Alert>
  );
  return (
    <Box
      component="form"
      noValidate
      aria-busy={form.sending}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {isInvited ? (
        <>
          {failure}
          <PasswordInput form={form} field="newPassword" hint={translate('login.passwordRule')} />
          <PasswordInput form={form} field="again" />
        </>
      ) : (
        <Credentials form={form}>{failure}</Credentials>
      )}
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        aria-disabled={form.sending}
        startIcon={form.sending ? <CircularProgress size={18} color="inherit" /> : undefined}
        sx={{ mt: 2 }}
      >
        {translate(
          form.sending ? 'login.sending' : isInvited ? 'login.setPassword' : 'login.submit',
        )}
      </Button>
    </Box>
  );
};

/** Inputs of a sign-in by login name or phone number. */
const Credentials = ({ form, children }: PropsWithChildren<{ form: LoginFormState }>) => {
  const { translate } = useLogin();
  return (
    <>
      <Tabs
        value={form.way}
        onChange={(_, way) => form.setWay(way)}
        aria-label={translate('login.way')}
        sx={{
          mb: 2.5,
          borderBottom: 1,
          borderColor: 'divider',
          '& .MuiTab-root': { px: 0, mr: 3.5, minWidth: 0 },
        }}
      >
        {(['name', 'phone'] as const).map((way) => (
          <Tab
            key={way}
            value={way}
            id={`login-${way}`}
            aria-controls={panelId}
            label={translate(way === 'name' ? 'login.byName' : 'login.byPhone')}
          />
        ))}
      </Tabs>
      {children}
      <Box id={panelId} role="tabpanel" aria-labelledby={`login-${form.way}`}>
        {form.way === 'name' ? (
          <LoginInput
            key="name"
            form={form}
            field="username"
            autoComplete="username"
            autoFocus
            slotProps={{ input: { autoCapitalize: 'none', spellCheck: false, maxLength: 100 } }}
          />
        ) : (
          <LoginInput
            key="phone"
            form={form}
            field="phone"
            type="tel"
            autoComplete="tel"
            autoFocus
            hint={translate('login.phoneHelp')}
            slotProps={{ input: { maxLength: 24 } }}
          />
        )}
        <PasswordInput form={form} field="password" />
      </Box>
    </>
  );
};

interface Props extends Omit<OutlinedInputProps, 'form' | 'name' | 'label'> {
  form: LoginFormState;
  field: LoginField;
  /** Shown below while there is no error. */
  hint?: string;
  /** Shown below in addition to hint or error. */
  warning?: string;
}

const LoginInput = ({ form, field, hint, warning, ...input }: Props) => {
  const { translate } = useLogin();
  const id = useId();
  const error = form.errors[field];
  const below = error ? translate(`login.${error.key}`, error.args) : hint;
  const label = translate(`login.${field}`);
  return (
    <FormControl error={error !== undefined} size="medium" required>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        id={id}
        name={field}
        label={label}
        value={form.values[field]}
        inputRef={form.inputs[field]}
        aria-describedby={below ? `${id}-below` : undefined}
        onChange={(event) => form.change(field, event.target.value)}
        onBlur={(event) => {
          input.onBlur?.(event);
          const { form: element } = event.currentTarget as HTMLInputElement;
          const isElsewhere = event.relatedTarget && !element?.contains(event.relatedTarget);
          // An error moves the content below, so a click outside of the form would miss; do not validate then.
          if (!isElsewhere) form.blur(field);
        }}
      />
      {below && <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
      <FormHelperText
        role="status"
        error={false}
        sx={{ m: warning ? undefined : 0, color: 'warning.main', fontWeight: 600 }}
      >
        {warning}
      </FormHelperText>
    </FormControl>
  );
};

const PasswordInput = ({ form, field, hint }: Pick<Props, 'form' | 'field' | 'hint'>) => {
  const { translate } = useLogin();
  const [isVisible, setIsVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <LoginInput
      form={form}
      field={field}
      hint={hint}
      type={isVisible ? 'text' : 'password'}
      autoComplete={field === 'password' ? 'current-password' : 'new-password'}
      autoFocus={field === 'newPassword'}
      warning={capsLock ? translate('login.capsLock') : undefined}
      onKeyDown={updateCapsLock}
      onKeyUp={updateCapsLock}
      onBlur={() => setCapsLock(false)}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            edge="end"
            aria-label={translate(isVisible ? 'login.hidePassword' : 'login.showPassword')}
            // Keep caret and focus in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setIsVisible(!isVisible)}
          >
            {isVisible ? <VisibilityOff /> : <Visibility />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
};
