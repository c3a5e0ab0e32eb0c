import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { SEALING, UNSEALING } from '../../../domain/lock';
import type { CountGroup } from '../../../protocol';
import type { ListAddress } from '../../app';
import { BarsByDay, ChartSkeleton, DAYS_HEIGHT, Legend, TableToggle } from '../../look/charts';
import { countsByDay, type DayCounts } from './figures';
import { CountCard } from './PanelCard';

const HISTORY = 'lockHistory';

const KINDS = [
  { key: 'sealing', actions: SEALING },
  { key: 'unsealing', actions: UNSEALING },
] as const;

export const SealsCard = ({ days, addressOf }: { days: DayCounts; addressOf: ListAddress }) => {
  const translate = useTranslate();
  const [asTable, setAsTable] = useState(false);
  const title = translate('dashboard.seals');
  const { zone, begins, ends } = days;
  const filter = {
    create_time_from: begins[0],
    create_time_to: ends.at(-1),
    lock_action: [...SEALING, ...UNSEALING],
  };
  const seriesOf = (groups: readonly CountGroup[]) =>
    KINDS.map(({ key, actions }) => ({
      key,
      label: translate(`dashboard.${key}`),
      values: countsByDay(groups, begins, actions),
    }));
  return (
    <CountCard
      entity={HISTORY}
      query={{ by: 'create_time', split: 'lock_action', zone, filter }}
      title={title}
      note={translate('dashboard.lastDays', { smart_count: begins.length })}
      legend={<Legend series={seriesOf([])} />}
      tools={<TableToggle asTable={asTable} onToggle={() => setAsTable(!asTable)} />}
      list={addressOf(HISTORY, filter)}
      empty={translate('dashboard.noSeals')}
      skeleton={<ChartSkeleton height={DAYS_HEIGHT} />}
    >
      {(groups) => (
        <BarsByDay
          label={title}
          days={begins}
          asTable={asTable}
          series={seriesOf(groups)}
          addressOf={(key, day) =>
            addressOf(HISTORY, {
              create_time_from: day,
              create_time_to: ends[begins.indexOf(day)],
              lock_action: KINDS.find((kind) => kind.key === key)?.actions,
            })
          }
        />
      )}
    </CountCard>
  );
};
