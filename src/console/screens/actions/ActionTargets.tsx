import { Alert, Box, Button, Chip, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Action, AnyEntity } from '../../../config';
import { useReaderLocale } from '../../../fields/controls/useText';
import { type Blocked, useUnmetText } from '../../commands';
import { titleOf } from '../parts/fieldsOf';

/** How many records are named before somebody asks for more. */
const NAMED = 8;

/** More names than that are no help. */
const MOST = 200;

const list = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 180,
  overflowY: 'auto',
} as const;

interface Props {
  readonly entity: AnyEntity;
  readonly action: Action;
  readonly targets: {
    readonly able: readonly RaRecord[];
    readonly blocked: readonly Blocked<RaRecord>[];
  };
}

/** Which records an action is done with, and which not and why. */
export const ActionTargets = ({ entity, action, targets: { able, blocked } }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const unmetText = useUnmetText(entity);
  const [limit, setLimit] = useState(NAMED);
  const rest = able.length - limit;
  const reasons = new Map<string, string[]>();
  for (const each of blocked) {
    const reason = unmetText(action, each);
    reasons.set(reason, [...(reasons.get(reason) ?? []), titleOf(entity, each.target, locale)]);
  }
  return (
    <>
      <Box component="ul" aria-label={translate('screens.action.targets')} sx={list}>
        {able.slice(0, limit).map((record) => (
          <Chip
            key={record.id}
            component="li"
            size="small"
            variant="outlined"
            label={titleOf(entity, record, locale)}
          />
        ))}
        {rest > 0 && (
          <li>
            <Button
              size="small"
              onClick={() => setLimit(MOST)}
              disabled={limit === MOST}
              sx={{ py: 0 }}
            >
              {translate('screens.remove.more', { smart_count: rest })}
            </Button>
          </li>
        )}
      </Box>
      {blocked.length > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('screens.action.leftOut', { smart_count: blocked.length })}
          {[...reasons].map(([reason, titles]) => (
            <Box key={reason} sx={{ mt: 0.75 }}>
              <Typography variant="body2">{reason}</Typography>
              <Typography
                variant="body2"
                color="textSecondary"
                sx={{ maxHeight: 80, overflowY: 'auto' }}
              >
                {titles.slice(0, MOST).join(', ')}
              </Typography>
            </Box>
          ))}
        </Alert>
      )}
    </>
  );
};
