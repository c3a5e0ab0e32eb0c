import { Box, Card, CardContent, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { PasswordForm } from './PasswordForm';

/** The operator's own password. */
export const UpdPasswordPage = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Card sx={{ maxWidth: 520, mx: 'auto' }}>
        <CardContent sx={{ p: 3 }}>
          <Typography variant="h3" component="h1">
            {translate('shell.user.password')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
            {translate('rules.newPassword')}
          </Typography>
          <PasswordForm />
        </CardContent>
      </Card>
    </Box>
  );
};
