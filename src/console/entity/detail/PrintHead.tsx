import { Box, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'react-admin';
import { localTime } from '../../../domain/figures';
import { ownZone, zoneText } from '../../../domain/zone';
import { useText } from '../../../fields/views/reader';
import { useSystemTitle } from '../../app/AppContext';
import { namedFields } from '../../app/record';
import { useRecordNames } from '../../app/recordNames';
import { FieldCell } from '../../app/slots';
import { useAccess } from '../../data';
import { PageSetup, usePrintTime } from '../../look/Paper';
import { useScreen } from '../screen';

interface HeadProps {
  readonly record: RaRecord;
  /** Label of the tab that is printed, if it is not the first. */
  readonly part: string | undefined;
}

/** Head of a printed record, in place of the head on the screen: whose it is, its name and state, and who prints it. */
export const PrintHead = ({ record, part }: HeadProps) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const product = useSystemTitle();
  const { oper } = useAccess();
  const { fullNameOf } = useRecordNames(entity);
  const time = usePrintTime();
  if (time === undefined) return null;
  const organisation = oper.orgVO.org_name;
  return (
    <Box sx={{ pb: 1.5 }}>
      <PageSetup size="A4" />
      <Box sx={letterhead}>
        <b>{[organisation, organisation !== product && product].filter(Boolean).join(' · ')}</b>
        <Box component="span" sx={{ ml: 'auto', textAlign: 'right' }}>
          {translate('report.by', { name: oper.operName, time: localTime(time) })}
          {' · '}
          {zoneText(ownZone(), time, time)}
        </Box>
      </Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {[text(entity.label), part].filter(Boolean).join(' · ')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
        <Typography component="h1" sx={{ fontSize: 20, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {fullNameOf(record)}
        </Typography>
        {namedFields(entity, entity.states ? [entity.states.field] : []).map(({ name, field }) => (
          <FieldCell key={name} name={name} field={field} record={record} full />
        ))}
      </Box>
    </Box>
  );
};

const letterhead = {
  display: 'flex',
  gap: 2,
  pb: 0.75,
  mb: 1.5,
  borderBottom: '1px solid #000',
  fontSize: 12,
} as const;
