import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Control } from 'react-hook-form';
import type { FormField } from './formFields';
import type { Values } from './resolverOf';
import { usePreview } from './usePreview';

interface Props {
  readonly rows: readonly FormField[][];
  readonly control: Control<Values>;
}

const samples = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
};

/** Shows on request what the form would make, and goes on showing it while the form is filled in. */
export const PreviewPanel = ({ rows, control }: Props) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const { preview, reason, searching } = usePreview(rows, control, open);
  if (!open) {
    return (
      <Button startIcon={<PreviewIcon />} onClick={() => setOpen(true)} sx={{ alignSelf: 'start' }}>
        {translate('screens.preview.button')}
      </Button>
    );
  }
  return (
    <Box component="section" aria-label={translate('screens.preview.title')} aria-live="polite">
      <Typography variant="subtitle2" component="h3">
        {translate('screens.preview.title')}
      </Typography>
      <LinearProgress
        aria-label={translate('screens.list.loading')}
        sx={{ visibility: searching ? 'visible' : 'hidden', height: 2, mb: 1 }}
      />
      {reason && (
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
      )}
      {preview && (
        <>
          <Typography variant="body2">
            {translate('screens.preview.total', { smart_count: preview.total })}
          </Typography>
          <Box component="ul" sx={samples}>
            {preview.samples.map((sample) => (
              <Typography component="li" variant="body2" color="textSecondary" key={sample}>
                {sample}
              </Typography>
            ))}
            {preview.total > preview.samples.length && <li aria-hidden>…</li>}
          </Box>
        </>
      )}
      {preview && preview.problems.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {preview.problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
    </Box>
  );
};
