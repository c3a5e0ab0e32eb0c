import BlockIcon from '@mui/icons-material/Block';
import CancelIcon from '@mui/icons-material/Cancel';
import CheckIcon from '@mui/icons-material/CheckCircle';
import WaitingIcon from '@mui/icons-material/HourglassTop';
import NoReplyIcon from '@mui/icons-material/PhoneMissed';
import SentIcon from '@mui/icons-material/Send';
import { Box, type SvgIconProps } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ComponentType } from 'react';
import { countStates, type Entry, type EntryState } from './tickets';

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

const looks: Readonly<
  Record<EntryState, readonly [ComponentType<SvgIconProps>, SvgIconProps['color']]>
> = {
  waiting: [WaitingIcon, 'info'],
  sent: [SentIcon, 'info'],
  success: [CheckIcon, 'success'],
  failure: [CancelIcon, 'error'],
  invalid: [NoReplyIcon, 'warning'],
  cancelled: [BlockIcon, 'disabled'],
  refused: [BlockIcon, 'error'],
};

/** A state by shape and colour; the words beside it say the same. */
export const StateIcon = ({ state }: { readonly state: EntryState }) => {
  const [Icon, color] = looks[state];
  return <Icon color={color} fontSize="small" />;
};
