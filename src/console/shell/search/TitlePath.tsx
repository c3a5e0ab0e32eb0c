import { Box, Typography } from '@mui/material';
import { Fragment } from 'react';
import type { MarkedText } from './find';
import { Marked } from './Marked';

/** A title from its group to itself, as `System > Role`. */
export const TitlePath = ({ title }: { title: readonly MarkedText[] }) => (
  <Typography component="span" noWrap sx={{ minWidth: 0, flex: 1 }}>
    {title.map((step, i) => (
      <Fragment key={step.text}>
        {i > 0 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' > '}
          </Box>
        )}
        <Box component="span" sx={i < title.length - 1 ? { color: 'text.secondary' } : undefined}>
          <Marked value={step} />
        </Box>
      </Fragment>
    ))}
  </Typography>
);
