import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { StateIcon } from './StateIcon';
import type { Entry } from './ticketBook';
import { countStates } from './ticketSummary';

/** How many entries are in which state, in one line. */
export const StateCounts = ({ entries }: { readonly entries: readonly Entry[] }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2' }}>
      {countStates(entries).map(({ state, count }) => (
        <Box
          key={state}
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
        >
          <StateIcon state={state} />
          {translate('commands.panel.count', {
            count,
            state: translate(`commands.brief.${state}`),
          })}
        </Box>
      ))}
    </Box>
  );
};
