import { Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useReaderLocale } from '../../../fields/controls/useText';
import { titleOf } from './fieldsOf';
import { useScreen } from './ScreenContext';

/** Failures that are named; nobody reads more before doing something about them. */
const NAMED = 100;

interface Props {
  readonly failed: readonly { readonly item: RaRecord; readonly why: string }[];
}

/** The records that something could not be done with, each with why. */
export const FailedRecords = ({ failed }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const rest = failed.length - NAMED;
  return (
    <Box
      component="ul"
      // The keyboard scrolls it.
      tabIndex={0}
      aria-label={translate('screens.run.failures')}
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        maxHeight: 280,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      {failed.slice(0, NAMED).map(({ item, why }) => (
        <Box
          component="li"
          key={item.id}
          sx={{ px: 1.5, py: 0.75, borderBottom: 1, borderColor: 'divider' }}
        >
          <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {titleOf(entity, item, locale)}
          </Typography>
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
          >
            {why}
          </Typography>
        </Box>
      ))}
      {rest > 0 && (
        <Typography component="li" variant="body2" color="textSecondary" sx={{ px: 1.5, py: 0.75 }}>
          {translate('offers.andMore', { smart_count: rest })}
        </Typography>
      )}
    </Box>
  );
};
