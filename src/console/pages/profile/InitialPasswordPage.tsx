import { Box, Button, Card, CardContent, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useAuthProvider, useLogout, useTranslate } from 'ra-core';
import type { ConsoleAuthProvider } from '../../data';
import { BrandMark } from '../../theme';
import { PasswordForm } from './PasswordForm';

/** The first thing somebody sees whose password was chosen by somebody else, and all they see until it is replaced. */
export const InitialPasswordPage = () => {
  const translate = useTranslate();
  const logout = useLogout();
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const queryClient = useQueryClient();
  const goOn = () => {
    authProvider?.forget();
    void queryClient.invalidateQueries({ queryKey: ['auth'] });
  };
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', p: { xs: 2, sm: 3 } }}
    >
      <Box sx={{ mx: 'auto', mb: 3 }}>
        <BrandMark size={44} />
      </Box>
      <Card sx={{ width: 'min(480px, calc(100vw - 32px))' }}>
        <CardContent sx={{ p: 3 }}>
          <Typography variant="h3" component="h1">
            {translate('profile.initial.title')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {translate('profile.initial.text')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
            {translate('rules.newPassword')}
          </Typography>
          <PasswordForm onChanged={goOn} />
        </CardContent>
      </Card>
      <Button color="secondary" onClick={() => void logout()} sx={{ mt: 2, mx: 'auto' }}>
        {translate('shell.user.logout')}
      </Button>
    </Box>
  );
};
