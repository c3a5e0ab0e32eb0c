import { Alert, Box, Button, Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { AnyEntity, Command } from '../../config';
import { LeftOut } from './LeftOut';
import { isOffline, type Target, type Targets } from './targets';

/** How many locks are named before somebody asks for all. */
const NAMED = 6;

const nameOf = (entity: AnyEntity, target: Target) => {
  const name = target.device_name ?? target[entity.title];
  return typeof name === 'string' && name && name !== target.sn
    ? `${target.sn} · ${name}`
    : target.sn;
};

interface Props {
  readonly entity: AnyEntity;
  readonly command: Command;
  readonly targets: Targets;
}

/** Which locks get a command, which of them only later, and which not at all and why. */
export const CommandTargets = ({ entity, command, targets: { able, blocked } }: Props) => {
  const translate = useTranslate();
  const [all, setAll] = useState(false);
  const named = all ? able : able.slice(0, NAMED);
  const asleep = able.filter(isOffline).length;
  return (
    <>
      {able.length > 0 && (
        <Box
          component="ul"
          aria-label={translate('commands.targetList')}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 0.75,
            m: 0,
            p: 0,
            listStyle: 'none',
            maxHeight: 180,
            overflowY: 'auto',
          }}
        >
          {named.map((target) => (
            <Chip
              key={target.sn}
              component="li"
              size="small"
              variant="outlined"
              label={nameOf(entity, target)}
            />
          ))}
          {able.length > named.length && (
            <li>
              <Button size="small" onClick={() => setAll(true)} sx={{ py: 0 }}>
                {translate('commands.showAll', { count: able.length })}
              </Button>
            </li>
          )}
        </Box>
      )}
      {asleep > 0 && (
        <Alert severity="info" variant="outlined">
          {translate('commands.asleep', { smart_count: asleep })}
        </Alert>
      )}
      <LeftOut entity={entity} command={command} blocked={blocked} />
    </>
  );
};
