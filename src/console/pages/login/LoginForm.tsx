import { Alert, Box, Button, CircularProgress, Tab, Tabs } from '@mui/material';
import { useLogin } from './LoginContext';
import { LoginInput } from './LoginInput';
import { PasswordInput } from './PasswordInput';
import type { LoginForm as Form } from './useLoginForm';

const panelId = 'login-panel';

/** Two ways in, one password. */
export const LoginForm = ({ form }: { form: Form }) => {
  const { translate } = useLogin();
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
        <Tab
          value="name"
          id="login-name"
          aria-controls={panelId}
          label={translate('login.byName')}
        />
        <Tab
          value="phone"
          id="login-phone"
          aria-controls={panelId}
          label={translate('login.byPhone')}
        />
      </Tabs>
      {form.failure && (
        <Alert severity="error" role="alert" sx={{ mb: 2 }}>
          {form.failure}
        </Alert>
      )}
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
        <PasswordInput form={form} />
      </Box>
      <Button
        type="submit"
        variant="contained"
        size="large"
        fullWidth
        aria-disabled={form.sending}
        startIcon={form.sending ? <CircularProgress size={18} color="inherit" /> : undefined}
        sx={{ mt: 2 }}
      >
        {translate(form.sending ? 'login.sending' : 'login.submit')}
      </Button>
    </Box>
  );
};
