import { Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { useFlash } from '../list/useFlash';
import { CopyButton } from './CopyButton';
import { copyText } from './copyText';
import type { DetailGroup, Shown } from './detailGroups';

const whole = {
  minWidth: 0,
  '& .copy': { opacity: 0, flex: 'none' },
  '&:hover .copy, & .copy:focus-visible': { opacity: 1 },
  '@media (hover: none)': { '& .copy': { opacity: 0.7 } },
} as const;

/** The copy button stands beside the label: beside the value it would take room from long numbers. */
const label = { display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 22 } as const;

const value = {
  m: 0,
  mx: -0.75,
  px: 0.75,
  minHeight: 24,
  borderRadius: 1,
  overflowWrap: 'anywhere',
} as const;

const DetailField = ({ shown: [name, field], record }: { shown: Shown; record: RaRecord }) => {
  const text = useText();
  const locale = useReaderLocale();
  const flashed = useFlash(record[name]);
  const { Cell, sign } = viewOf(field);
  const copied = sign ? '' : copyText(name, field, record, locale);
  return (
    <Box sx={whole}>
      <Typography component="dt" variant="caption" color="textSecondary" sx={label}>
        {text(field.label)}
        {copied && <CopyButton value={copied} label={text(field.label)} />}
      </Typography>
      <Typography component="dd" sx={value} ref={flashed}>
        <Cell field={field} name={name} value={record[name]} record={record} full />
      </Typography>
    </Box>
  );
};

interface Props {
  readonly group: DetailGroup;
  readonly record: RaRecord;
  /** A group that stands alone needs no heading. */
  readonly alone: boolean;
}

/** One group of a detail's values, each with its label. */
export const DetailFields = ({ group: { kind, fields }, record, alone }: Props) => {
  const translate = useTranslate();
  const columns = kind === 'wide' ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))';
  return (
    <section>
      {!alone && kind !== 'wide' && (
        <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 1 }}>
          {translate(`screens.detail.${kind}`)}
        </Typography>
      )}
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: columns,
          columnGap: { xs: 2, sm: 3 },
          rowGap: 1.25,
          m: 0,
        }}
      >
        {fields.map((shown) => (
          <DetailField key={shown[0]} shown={shown} record={record} />
        ))}
      </Box>
    </section>
  );
};
