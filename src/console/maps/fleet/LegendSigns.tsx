import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { alarmSeverity } from '../../../domain/alarm';
import { LOCK } from '../../../domain/lock';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { MAP_FONT, type MapColours } from '../look';
import { paintAlarm, paintHeading, paintState } from './glyphs';
import { CanvasIcon } from './StateIcon';

type Context = CanvasRenderingContext2D;

const alarmSigns = alarmSeverity.map(([severity, ...label]) => ({
  severity,
  label,
  paint: (context: Context, colours: MapColours) => paintAlarm(context, colours, severity, false),
}));

const paintMoving = (context: Context, colours: MapColours) => {
  context.translate(-2, 3);
  context.scale(0.8, 0.8);
  paintHeading(context, colours, colours.states[LOCK.sealed], 45, 12);
  paintState(context, LOCK.sealed, colours);
};

const paintStale = (context: Context, colours: MapColours) => {
  context.globalAlpha = 0.5;
  paintState(context, LOCK.sealed, colours);
};

const paintGroup = (context: Context, colours: MapColours) => {
  context.lineWidth = 4;
  const parts = [LOCK.abnormal, LOCK.closed, LOCK.sealed, LOCK.sealed];
  parts.forEach((status, quarter) => {
    const from = ((quarter - 1) * Math.PI) / 2;
    context.beginPath();
    context.arc(0, 0, 10, from, from + Math.PI / 2);
    context.strokeStyle = colours.states[status];
    context.stroke();
  });
  context.fillStyle = colours.selection;
  context.font = `600 12px ${MAP_FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText('4', 0, 0.5);
};

const Row = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Box
    component="li"
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      minHeight: 30,
      px: 0.75,
      py: 0.25,
      lineHeight: 1.3,
    }}
  >
    {icon}
    <Box sx={{ flex: 1 }}>{children}</Box>
  </Box>
);

/** Kind of device: its sign, label, number, and if the map is filtered by it. */
export interface LegendChoice {
  readonly key: string;
  readonly icon: ReactNode;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
  readonly onToggle: () => void;
}

const Choice = ({ icon, label, count, selected, onToggle }: LegendChoice) => {
  const locale = useReaderLocale();
  return (
    <li>
      <ButtonBase
        aria-pressed={selected}
        onClick={onToggle}
        sx={{
          width: '100%',
          minHeight: 32,
          px: 0.5,
          gap: 1,
          borderRadius: 1,
          border: 2,
          borderColor: selected ? 'primary.main' : 'transparent',
          bgcolor: selected ? 'action.selected' : 'transparent',
          typography: 'body2',
          textAlign: 'left',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <Box sx={{ width: 28, display: 'grid', justifyItems: 'center' }}>{icon}</Box>
        <Box sx={{ flex: 1 }}>{label}</Box>{' '}
        <Box sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>
          {count.toLocaleString(locale)}
        </Box>
      </ButtonBase>
    </li>
  );
};

/** Kinds of a group, which are combined with or. */
export interface LegendGroup {
  readonly label: string;
  readonly choices: readonly LegendChoice[];
}

export const LegendSigns = ({ groups }: { readonly groups: readonly LegendGroup[] }) => {
  const translate = useTranslate();
  const text = useText();
  return (
    <Box sx={{ px: 1.5, pb: 1.5 }}>
      {groups.map(({ label, choices }) => (
        <Box key={label} component="ul" aria-label={label} sx={plainList}>
          {choices.map(({ key, ...choice }) => (
            <Choice key={key} {...choice} />
          ))}
        </Box>
      ))}
      <Box component="ul" sx={plainList}>
        {alarmSigns.map(({ severity, label, paint }) => (
          <Row key={severity} icon={<CanvasIcon paint={paint} />}>
            {translate('maps.legend.alarm', { severity: text(label) })}
          </Row>
        ))}
        <Row icon={<CanvasIcon paint={paintMoving} />}>{translate('maps.legend.moving')}</Row>
        <Row icon={<CanvasIcon paint={paintGroup} />}>{translate('maps.legend.group')}</Row>
        <Row icon={<CanvasIcon paint={paintStale} />}>{translate('maps.legend.stale')}</Row>
      </Box>
    </Box>
  );
};

const plainList = {
  listStyle: 'none',
  m: 0,
  px: 0,
  py: 0.75,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;
