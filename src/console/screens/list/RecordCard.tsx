import { Box, Checkbox, Link, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { isNothing } from '../../../fields/controls/Nothing';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { cardFields } from './cardFields';
import { RowActions } from './RowActions';

interface Props {
  readonly record: RaRecord;
  readonly selected: boolean;
  readonly onSelect?: () => void;
}

/** One row as a card: title, states, key fields, actions. */
export const RecordCard = ({ record, selected, onSelect }: Props) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const title = titleOf(entity, record, useReaderLocale());
  const { states, facts } = cardFields(entity);
  const known = states.filter(([name]) => !isNothing(record[name]));
  const search = url.showSearch(record.id);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        {onSelect && (
          <Checkbox
            size="small"
            checked={selected}
            onChange={onSelect}
            slotProps={{ input: { 'aria-label': translate('screens.list.select', { title }) } }}
            sx={{ p: 0.5, ml: -0.5 }}
          />
        )}
        <Link
          component={RouterLink}
          to={{ search }}
          underline="hover"
          sx={{ fontWeight: 600, flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {title}
        </Link>
        <RowActions record={record} />
      </Box>
      {known.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 0.5 }}>
          {known.map(([name, field]) => {
            const { Cell } = viewOf(field);
            return (
              <Cell key={name} field={field} name={name} value={record[name]} record={record} />
            );
          })}
        </Box>
      )}
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, m: 0, mt: 1.25 }}
      >
        {facts.map(([name, field]) => {
          const { Cell } = viewOf(field);
          return (
            <Box key={name} sx={{ minWidth: 0 }}>
              <Typography component="dt" variant="caption" color="textSecondary">
                {text(field.label)}
              </Typography>
              <Typography component="dd" sx={{ m: 0, minWidth: 0 }}>
                <Cell field={field} name={name} value={record[name]} record={record} />
              </Typography>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
};
