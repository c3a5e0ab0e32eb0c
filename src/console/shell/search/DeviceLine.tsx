import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { choiceLabel, type Tone } from '../../../domain/choices';
import { communicateStatus, type LockStatus, lockStatus } from '../../../domain/lock';
import { ToneChip } from '../../../fields/controls/ToneChip';
import { useText } from '../../../fields/controls/useText';
import { iconOf } from '../../icons';
import type { DeviceHit } from './hits';
import { Marked } from './Marked';

const tones: { readonly [status in LockStatus]?: Tone } = lockStatus.tones;

/** A device in a line: its name, its SN, the state it is in. */
export const DeviceLine = ({ hit: { device, sn, name, blocked } }: { hit: DeviceHit }) => {
  const translate = useTranslate();
  const text = useText();
  const Icon = iconOf('lock');
  const state = choiceLabel(lockStatus, device.status);
  const connection = choiceLabel(communicateStatus, device.communicate_status);
  const beside = [
    ...(device.communicate_status === 0 && connection ? [text(connection)] : []),
    ...(blocked ? [translate('search.blocked')] : []),
  ].join(' · ');
  return (
    <>
      <Icon fontSize="small" color="secondary" />
      <Box component="span" sx={{ flex: 1, minWidth: 0, opacity: blocked ? 0.7 : 1 }}>
        <Typography component="span" noWrap sx={{ display: 'block' }}>
          <Marked value={name.text ? name : sn} />
        </Typography>
        <Typography
          component="span"
          variant="body2"
          noWrap
          sx={{ display: 'block', color: 'text.secondary' }}
        >
          {name.text && <Marked value={sn} />}
          {name.text && beside && ' · '}
          {beside}
        </Typography>
      </Box>
      {state && (
        // The chip is made for this ground: on that of an active line its words would be too faint.
        <Box component="span" sx={{ bgcolor: 'background.paper', borderRadius: '6px' }}>
          <ToneChip tone={tones[device.status]} label={text(state)} />
        </Box>
      )}
    </>
  );
};
