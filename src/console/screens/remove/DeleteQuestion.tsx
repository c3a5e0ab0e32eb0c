import { Box, LinearProgress, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useReaderLocale } from '../../../fields/controls/useText';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';

/** How many records are named; the rest are counted. */
const NAMED = 8;

/** Fewer are gone before a bar is seen. */
const SHOWS_PROGRESS = 500;

interface Props {
  readonly records: readonly RaRecord[];
  /** How many records have had their turn, while they are deleted. */
  readonly turns: number | undefined;
}

/** The records that are to be deleted, by name, and that there is no way back. */
export const DeleteQuestion = ({ records, turns }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const rest = records.length - NAMED;
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {records.slice(0, NAMED).map((record) => (
          <Typography component="li" key={record.id} sx={{ fontWeight: 600 }}>
            {titleOf(entity, record, locale)}
          </Typography>
        ))}
        {rest > 0 && (
          <Typography component="li" color="textSecondary">
            {translate('offers.andMore', { smart_count: rest })}
          </Typography>
        )}
      </Box>
      <Typography color="textSecondary">{translate('screens.remove.final')}</Typography>
      {turns !== undefined && records.length >= SHOWS_PROGRESS && (
        <LinearProgress
          variant="determinate"
          value={(turns / records.length) * 100}
          aria-label={translate('screens.run.progress', { done: turns, total: records.length })}
        />
      )}
    </>
  );
};
