import ExtensionOff from '@mui/icons-material/ExtensionOffOutlined';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';

/** A menu whose page the configuration does not have: names the missing key, so that somebody can add it. */
export const NotConfiguredPage = ({ url }: { url: string }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 4, maxWidth: 520, textAlign: 'center' }}>
      <ExtensionOff color="secondary" sx={{ fontSize: 44, mb: 1.5 }} />
      <Typography variant="h3" component="h1" gutterBottom>
        {translate('shell.notConfigured.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('shell.notConfigured.text')}
      </Typography>
      <Box
        component="code"
        sx={{
          px: 1.5,
          py: 0.75,
          borderRadius: 0.75,
          bgcolor: 'action.hover',
          overflowWrap: 'anywhere',
        }}
      >
        {url}
      </Box>
    </Box>
  );
};
