import { Box, Card, useTheme } from '@mui/material';
import { type PropsWithChildren, useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { SIM_EXPIRY, simExpiry } from '../../../domain/card';
import { choiceLabel, inSentence, lookOf } from '../../../domain/label';
import { COMMUNICATE_STATUS, LOCK, type LockStatus } from '../../../domain/lock';
import { useText } from '../../../fields/views/reader';
import { StateSign, ToneChip } from '../../../fields/views/states';
import { type ListAddress, useEntityByName, useMapPath } from '../../app';
import { useCanRead } from '../../data';
import { placeColour } from '../../look/charts';
import { type FleetCounts, lowBatteryOf, type Motion } from '../fleetCounts';
import { type HeadProps, PanelHead, SIM_CARDS, useCounts } from './PanelCard';
import { Figure, Figures, Key, Strip } from './parts';

interface Props {
  /** Null while loading. */
  readonly counts: FleetCounts | null;
  readonly addressOf: ListAddress;
}

export const FleetCards = (props: Props) => (
  <Card sx={{ display: 'flex', flexDirection: 'column' }}>
    <Movement {...props} />
    <Locks {...props} />
    <RunningOut {...props} />
  </Card>
);

const Section = ({ children, ...head }: PropsWithChildren<HeadProps>) => {
  const titleId = useId();
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ flex: 1, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <PanelHead {...head} titleId={titleId} />
      <Box sx={{ px: 2, pb: 1, display: 'grid', gap: 0.5 }}>{children}</Box>
    </Box>
  );
};

const Movement = ({ counts, addressOf }: Props) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const map = useMapPath();
  const onMap = (motion: Motion) => map && `${map}?motion=${motion}`;
  const devices = (link: number) => addressOf('device', { communicate_status: [link] });
  const parts = [
    { key: 'moving', color: placeColour(palette, 1), to: onMap('moving') },
    { key: 'standing', color: placeColour(palette, 4), to: onMap('standing') },
    { key: 'offline', color: palette.text.secondary, to: devices(COMMUNICATE_STATUS.offline) },
    { key: 'asleep', color: palette.divider, to: devices(COMMUNICATE_STATUS.asleep) },
  ] as const;
  return (
    <Section
      title={translate('dashboard.motion')}
      list={map}
      note={counts !== null && counts.movingOpen > 0 && <MovingOpen count={counts.movingOpen} />}
    >
      <Strip parts={parts.map(({ key, color }) => ({ key, color, value: counts?.[key] ?? 0 }))} />
      <Figures columns={4}>
        {parts
          // Most fleets have no locks that sleep.
          .filter(({ key }) => key !== 'asleep' || counts?.asleep)
          .map(({ key, color, to }) => (
            <Figure
              key={key}
              value={counts?.[key] ?? null}
              label={translate(`pages.map.${key}`)}
              sign={<Key color={color} />}
              to={to}
            />
          ))}
      </Figures>
    </Section>
  );
};

const MovingOpen = ({ count }: { readonly count: number }) => {
  const translate = useTranslate();
  const map = useMapPath();
  const chip = (
    <ToneChip
      tone="warning"
      sign="open"
      label={translate('dashboard.movingOpen', { smart_count: count })}
    />
  );
  if (!map) return chip;
  return (
    <Box
      component={Link}
      to={`${map}?motion=moving&status=${LOCK.open}`}
      sx={{ textDecoration: 'none', '&:hover': { textDecoration: 'underline' } }}
    >
      {chip}
    </Box>
  );
};

/** Lock states from the most urgent to the desired. */
const URGENCY = [
  { status: LOCK.open, key: 'open', loud: 'warning' },
  { status: LOCK.abnormal, key: 'abnormal', loud: 'error' },
  { status: LOCK.closed, key: 'closed' },
  { status: LOCK.initial, key: 'initial' },
  { status: LOCK.sealed, key: 'sealed' },
] as const satisfies { status: LockStatus; key: string; loud?: 'warning' | 'error' }[];

const Locks = ({ counts, addressOf }: Props) => {
  const translate = useTranslate();
  const { palette } = useTheme();
  const colourOf = (status: LockStatus) =>
    status === LOCK.sealed ? palette.divider : palette.locks[status];
  return (
    <Section
      title={translate('dashboard.notSealed')}
      list={addressOf('device', { status: [LOCK.open, LOCK.closed] })}
    >
      <Strip
        parts={URGENCY.map(({ status }) => ({
          key: status,
          value: counts?.byStatus[status] ?? 0,
          color: colourOf(status),
        }))}
      />
      <Figures columns={5}>
        {URGENCY.map(({ status, key, ...look }) => (
          <Figure
            key={key}
            {...look}
            value={counts?.byStatus[status] ?? null}
            label={translate(`dashboard.lock.${key}`)}
            sign={<Key color={colourOf(status)} />}
            to={addressOf('device', { status: [status] })}
          />
        ))}
      </Figures>
    </Section>
  );
};

const BY_EXPIRY = { by: 'bucket', filter: {} };

const RunningOut = ({ counts, addressOf }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const readable = useCanRead(SIM_CARDS);
  const { data } = useCounts(SIM_CARDS, BY_EXPIRY, readable);
  const low = lowBatteryOf(useEntityByName('device'));
  const cardsIn = (bucket: number) =>
    data ? (data.groups.find(({ value }) => value === bucket)?.count ?? 0) : null;
  const offline = { communicate_status: [COMMUNICATE_STATUS.offline], report_time_to: 'now-24h' };
  return (
    <Section title={translate('dashboard.runningOut')}>
      <Figures columns={4}>
        <Figure
          value={counts?.lowBattery ?? null}
          label={translate('dashboard.batteryUpTo', { low })}
          sign={<StateSign tone="error" coloured />}
          to={addressOf('device', { electric_to: low })}
        />
        <Figure
          value={counts?.offlineLong ?? null}
          label={translate('dashboard.offlineLong')}
          sign={<StateSign tone="warning" coloured />}
          to={addressOf('device', offline)}
        />
        {readable &&
          [SIM_EXPIRY.expired, SIM_EXPIRY.month].map((bucket) => {
            const state = choiceLabel(simExpiry, bucket);
            return (
              <Figure
                key={bucket}
                value={cardsIn(bucket)}
                label={translate('dashboard.simState', { state: state && inSentence(text(state)) })}
                sign={<StateSign tone={lookOf(simExpiry, bucket)?.tone ?? 'default'} coloured />}
                to={addressOf(SIM_CARDS, { bucket: [bucket] })}
              />
            );
          })}
      </Figures>
    </Section>
  );
};
