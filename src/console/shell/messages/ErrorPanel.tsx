import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';

/** In the place of a page that broke: what happened, and the ways on. */
export const ErrorPanel = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const translate = useTranslate();
  return (
    <Box role="alert" sx={{ m: 'auto', p: 4, maxWidth: 520, textAlign: 'center' }}>
      <ErrorOutline color="error" sx={{ fontSize: 44, mb: 1.5 }} />
      <Typography variant="h3" component="h1" gutterBottom>
        {translate('shell.error.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('shell.error.text')}
      </Typography>
      <Box
        component="pre"
        sx={{
          typography: 'body2',
          color: 'text.secondary',
          bgcolor: 'action.hover',
          borderRadius: 1,
          p: 1.5,
          mb: 3,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          textAlign: 'left',
        }}
      >
        {error.message}
      </Box>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'center' }}>
        <Button variant="outlined" onClick={() => location.reload()}>
          {translate('shell.error.reload')}
        </Button>
        <Button variant="contained" onClick={onRetry}>
          {translate('shell.error.retry')}
        </Button>
      </Box>
    </Box>
  );
};
