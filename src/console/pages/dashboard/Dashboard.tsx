import { Box } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { alarmKind } from '../../../domain/alarm';
import { simExpiry } from '../../../domain/sim';
import { ticketState } from '../../../domain/ticket';
import { TICKETS } from '../../data';
import { useListAddress } from '../../shell';
import { FRAME } from '../../theme';
import { useFleetCounts } from '../fleet/useFleetCounts';
import { ChoiceCard } from './ChoiceCard';
import { DashboardHead } from './DashboardHead';
import { NewestCard } from './NewestCard';
import { Row } from './Row';
import { SealsCard } from './SealsCard';
import { StatusCard } from './StatusCard';
import { Tiles } from './Tiles';
import { useDays } from './useDays';

const ALARMS = 'alertRecord';
const SIM_CARDS = 'cardRenewal';
const WEEK = 7;
const MONTH = 30;

/** New alarms are not told as such, but the devices' numbers of them are. */
const useFreshAlarms = (alarms: number | undefined) => {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again because their number changed
  useEffect(() => {
    client.invalidateQueries({ queryKey: [ALARMS] });
  }, [client, alarms]);
};

/** The state of the fleet and what happened last, as it happens. */
export const Dashboard = () => {
  const translate = useTranslate();
  const addressOf = useListAddress();
  const counts = useFleetCounts();
  const month = useDays(MONTH);
  const thisWeek = { create_time_from: month.days.at(-WEEK) };
  const weekNote = translate('dashboard.lastDays', { smart_count: WEEK });
  useFreshAlarms(counts?.alarms);
  return (
    <Box
      sx={{
        p: `${FRAME.gap}px`,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignContent: 'start',
      }}
    >
      <DashboardHead entities={[TICKETS, ALARMS, SIM_CARDS, 'lockHistory']} />
      <Row shares={[7, 5]}>
        <Tiles counts={counts} addressOf={addressOf} />
        <StatusCard
          byStatus={counts?.byStatus ?? null}
          listOf={(status) => addressOf('device', { status: [status] })}
        />
      </Row>
      <SealsCard {...month} addressOf={addressOf} />
      <Row>
        <ChoiceCard
          entity={ALARMS}
          by="police_type"
          table={alarmKind}
          tone="error"
          ranked
          found
          filter={thisWeek}
          title={translate('dashboard.alarmKinds')}
          note={weekNote}
          empty={translate('dashboard.noAlarmKinds')}
          addressOf={addressOf}
        />
        <ChoiceCard
          entity={TICKETS}
          by="state"
          table={ticketState}
          filter={thisWeek}
          title={translate('dashboard.results')}
          note={weekNote}
          empty={translate('dashboard.noResults')}
          addressOf={addressOf}
        />
        <ChoiceCard
          entity={SIM_CARDS}
          by="bucket"
          table={simExpiry}
          filter={{}}
          title={translate('dashboard.sim')}
          note={translate('dashboard.simNow')}
          empty={translate('dashboard.noSim')}
          addressOf={addressOf}
        />
      </Row>
      <Row>
        <NewestCard
          entity={ALARMS}
          title={translate('dashboard.newestAlarms')}
          empty={translate('dashboard.noAlarms')}
          what="police_type"
          state="state"
          by="fault_code"
          addressOf={addressOf}
        />
        <NewestCard
          entity={TICKETS}
          title={translate('dashboard.newestCommands')}
          empty={translate('dashboard.noCommands')}
          what="cmd"
          state="state"
          by="operate_name"
          addressOf={addressOf}
        />
      </Row>
    </Box>
  );
};
