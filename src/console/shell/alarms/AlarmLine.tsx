import MapIcon from '@mui/icons-material/MapOutlined';
import AlarmIcon from '@mui/icons-material/NotificationsActive';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Field } from '../../../config';
import { alarmKind, alarmSeverity, alarmTime, severityOf } from '../../../domain/alarm';
import { shortAge } from '../../../domain/figures';
import { choiceLabel, type Look } from '../../../domain/label';
import { lookInRecord } from '../../../fields/kinds/choice.schema';
import { useNow, useReaderLocale, useText } from '../../../fields/views/reader';
import { ToneChip } from '../../../fields/views/states';
import { useEntityByName } from '../../app/AppContext';
import { useMapPath } from '../../app/menus';
import { useLockTitle } from '../../app/recordNames';
import { ALARMS } from '../../data';
import { useActionItems } from '../../operations';
import type { OpenAlarm } from './unseenAlarms';

interface Props {
  readonly alarm: OpenAlarm;
  /** Called when the operator follows a link of the alarm. */
  readonly onGo: () => void;
}

/** Open alarm: kind, lock, place and time, a link to the map, and its actions. */
export const AlarmItem = (props: Props) => {
  const entity = useEntityByName(ALARMS);
  return entity ? (
    <ActionableItem {...props} entity={entity} />
  ) : (
    <ItemLine {...props} items={[]} />
  );
};

const ActionableItem = ({ entity, ...props }: Props & { readonly entity: AnyEntity }) => {
  const items = useActionItems(entity, [props.alarm], 'row').filter(
    ({ reason }) => reason === null,
  );
  return <ItemLine {...props} items={items} />;
};

interface LineProps extends Props {
  readonly items: ReturnType<typeof useActionItems>;
}

const ItemLine = ({ alarm, onGo, items }: LineProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const now = useNow();
  const map = useMapPath();
  const lockTitle = useLockTitle();
  // The button that ends it says so already.
  const isTakenByReader = items.some(({ stateLabel }) => stateLabel !== undefined);
  const entity = useEntityByName(ALARMS);
  const { sn, police_type, severity, told_late, taken_by, place_name } = alarm;
  const grade = choiceLabel(alarmSeverity, severity);
  const look = severityLook(entity, alarm);
  const kind = choiceLabel(alarmKind, police_type);
  return (
    <Box component="li" sx={line}>
      <AlarmIcon
        sx={{ fontSize: 20, mt: 0.25, color: taken_by ? 'text.disabled' : `${look.tone}.main` }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          variant="body2"
          component="div"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontWeight: 600 }}
        >
          {kind ? text(kind) : police_type}
          {grade && (
            <Box component="span" sx={{ fontWeight: 400 }}>
              <ToneChip {...look} label={text(grade)} />
            </Box>
          )}
        </Typography>
        {told_late && (
          <Typography variant="body2" color="textSecondary">
            {translate('shell.alarms.late')}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary" noWrap title={place_name ?? undefined}>
          {[lockTitle(sn), shortAge(alarmTime(alarm), now, locale), place_name]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {taken_by && !isTakenByReader && (
          <Typography variant="body2" color="textSecondary">
            {translate('shell.alarms.takenBy', { name: taken_by })}
          </Typography>
        )}
      </Box>
      {map && (
        <Tooltip title={translate('shell.alarms.onMap')}>
          <IconButton
            component={Link}
            to={`${map}?${new URLSearchParams({ sn })}`}
            onClick={onGo}
            size="small"
            aria-label={translate('search.onMap', { sn })}
          >
            <MapIcon sx={{ fontSize: 19 }} />
          </IconButton>
        </Tooltip>
      )}
      {items.length > 0 && <AlarmActions items={items} />}
    </Box>
  );
};

/** Appearance of an alarm's severity, as in the list of alarms. */
const severityLook = (entity: AnyEntity | undefined, alarm: OpenAlarm): Look => {
  const { attended } = (entity?.fields.severity ?? {}) as Partial<Field<'choice'>>;
  const severity = severityOf(alarm);
  return (
    lookInRecord({ of: alarmSeverity, attended }, severity, alarm) ?? {
      tone: 'error',
      form: 'solid',
    }
  );
};

/** The actions may extend below the link to the map, because the popup is no wider than the menu. */
const line = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  columnGap: 1,
  px: 2,
  py: 1,
  alignItems: 'start',
} as const;

const AlarmActions = ({ items }: Pick<LineProps, 'items'>) => (
  <Box
    sx={{
      gridColumn: '2 / -1',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 0.75,
      mt: 0.5,
    }}
  >
    {items.map(({ code, label, stateLabel, open }) => (
      <Fragment key={code}>
        {stateLabel && (
          <Typography component="span" variant="body2" sx={{ fontWeight: 600 }}>
            {stateLabel} ·
          </Typography>
        )}
        <Button size="small" variant="outlined" onClick={open}>
          {label}
        </Button>
      </Fragment>
    ))}
  </Box>
);
