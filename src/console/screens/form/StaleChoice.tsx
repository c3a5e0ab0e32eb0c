import { Box, FormControlLabel, Radio, RadioGroup, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { ComparedValue } from './ComparedValue';
import type { FormField } from './formFields';
import type { StaleEdit } from './staleEdit';

interface Props extends FormField {
  readonly stale: StaleEdit;
  readonly theirs: boolean;
  readonly onChoose: (theirs: boolean) => void;
}

const version = {
  display: 'flex',
  flexDirection: 'column',
  gap: 0.25,
  p: 1.25,
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflowWrap: 'anywhere',
} as const;

/** One value in its three versions, of which one of two stays. */
export const StaleChoice = ({ name, field, stale, theirs, onChoose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const label = text(field.label);
  const { opened, mine, theirs: stored } = stale;
  const options = [
    { key: 'mine', record: { ...opened, ...mine } },
    { key: 'theirs', record: stored },
  ] as const;
  return (
    <Box component="section" aria-label={label}>
      <Typography variant="subtitle2" component="h3">
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div" sx={{ mb: 0.75 }}>
        {translate('screens.stale.opened')}{' '}
        <ComparedValue name={name} field={field} value={opened[name]} record={opened} />
      </Typography>
      <RadioGroup
        aria-label={label}
        value={theirs ? 'theirs' : 'mine'}
        onChange={(_, chosen) => onChoose(chosen === 'theirs')}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        {options.map(({ key, record }) => (
          <Box key={key} sx={version}>
            <FormControlLabel
              value={key}
              control={<Radio size="small" />}
              label={translate(`screens.stale.${key}`)}
            />
            <Box sx={{ pl: 3.5 }}>
              <ComparedValue
                name={name}
                field={field}
                value={(record as Record<string, unknown>)[name]}
                record={record}
              />
            </Box>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  );
};
