import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import { type ReactNode, useId, useState } from 'react';
import { useLocaleState, useTranslate } from 'react-admin';
import { LOCK, type LockStatus } from '../../../domain/lock';
import type { MapLook } from '../look';
import { type FleetStore, STATES, useFleetVersion } from './fleetStore';
import { paintHeading, paintState } from './glyphs';
import { AlarmIcon, Painted, StateIcon, useStateName } from './StateIcon';

type Context = CanvasRenderingContext2D;

const paintMoving = (context: Context, look: MapLook) => {
  context.translate(-2, 3);
  context.scale(0.8, 0.8);
  paintHeading(context, look, look.states[LOCK.sealed], 45, 12);
  paintState(context, LOCK.sealed, look);
};

const paintStale = (context: Context, look: MapLook) => {
  context.globalAlpha = 0.5;
  paintState(context, LOCK.sealed, look);
};

const paintGroup = (context: Context, look: MapLook) => {
  context.lineWidth = 4;
  const parts = [LOCK.abnormal, LOCK.closed, LOCK.sealed, LOCK.sealed];
  parts.forEach((status, quarter) => {
    const from = ((quarter - 1) * Math.PI) / 2;
    context.beginPath();
    context.arc(0, 0, 10, from, from + Math.PI / 2);
    context.strokeStyle = look.states[status];
    context.stroke();
  });
  context.fillStyle = look.states[LOCK.abnormal];
  context.font = '700 12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText('4', 0, 0.5);
};

const Row = ({
  icon,
  children,
  count,
}: {
  icon: ReactNode;
  children: ReactNode;
  count?: string;
}) => (
  <Box
    component="li"
    sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 30, py: 0.25, lineHeight: 1.3 }}
  >
    {icon}
    <Box sx={{ flex: 1 }}>{children}</Box>
    {count && <Box sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>{count}</Box>}
  </Box>
);

const StateRows = ({ store }: { store: FleetStore }) => {
  useFleetVersion(store);
  const [locale] = useLocaleState();
  const nameOf = useStateName();
  const counts = store.countByStatus();
  return STATES.map((status: LockStatus) => (
    <Row
      key={status}
      icon={<StateIcon status={status} />}
      count={counts[status].toLocaleString(locale)}
    >
      {nameOf(status)}
    </Row>
  ));
};

interface MapLegendProps {
  store: FleetStore;
  /** Of the first render. */
  open: boolean;
}

/** What the signs mean, with how many there are. */
export const MapLegend = ({ store, open: initiallyOpen }: MapLegendProps) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(initiallyOpen);
  const list = useId();
  return (
    <Paper
      elevation={2}
      sx={{
        pointerEvents: 'auto',
        borderRadius: 2,
        overflow: 'hidden',
        typography: 'body2',
        width: open ? 270 : 130,
      }}
    >
      <ButtonBase
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
        sx={{
          width: '100%',
          height: 40,
          px: 1.5,
          gap: 1,
          justifyContent: 'space-between',
          fontSize: 14,
          fontWeight: 600,
        }}
      >
        {translate('maps.legend.title')}
        <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(180deg)' }} />
      </ButtonBase>
      <Collapse in={open} id={list}>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, px: 1.5, pb: 1.5, pt: 0 }}>
          <StateRows store={store} />
          <Box component="li" aria-hidden sx={{ borderTop: 1, borderColor: 'divider', my: 0.75 }} />
          <Row icon={<AlarmIcon />}>{translate('maps.legend.alarm')}</Row>
          <Row icon={<Painted paint={paintMoving} />}>{translate('maps.legend.moving')}</Row>
          <Row icon={<Painted paint={paintGroup} />}>{translate('maps.legend.group')}</Row>
          <Row icon={<Painted paint={paintStale} />}>{translate('maps.legend.stale')}</Row>
        </Box>
      </Collapse>
    </Paper>
  );
};
