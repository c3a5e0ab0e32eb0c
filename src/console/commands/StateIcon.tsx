import BlockIcon from '@mui/icons-material/Block';
import CancelIcon from '@mui/icons-material/Cancel';
import CheckIcon from '@mui/icons-material/CheckCircle';
import WaitingIcon from '@mui/icons-material/HourglassTop';
import NoReplyIcon from '@mui/icons-material/PhoneMissed';
import SentIcon from '@mui/icons-material/Send';
import type { SvgIconProps } from '@mui/material';
import type { ComponentType } from 'react';
import type { EntryState } from './ticketBook';

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
