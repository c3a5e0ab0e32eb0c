import { useTranslate } from 'react-admin';
import { SEALING, UNSEALING } from '../../../domain/lock';
import { BarsByDay } from '../../look/charts';
import type { ListAddress } from '../../shell';
import { countsByDay, endOfDay } from './figures';
import { CountCard } from './PanelCard';

const HISTORY = 'lockHistory';

const KINDS = [
  { key: 'sealing', actions: SEALING, tone: 'success', striped: false },
  { key: 'unsealing', actions: UNSEALING, tone: 'info', striped: true },
] as const;

interface Props {
  /** When each day began, oldest first; ms since 1970. */
  readonly days: readonly number[];
  /** Minutes east of UTC by which they begin. */
  readonly offset: number;
  readonly addressOf: ListAddress;
}

/** How often locks were sealed and unsealed on each day. */
export const SealsCard = ({ days, offset, addressOf }: Props) => {
  const translate = useTranslate();
  const title = translate('dashboard.seals');
  const since = { create_time_from: days[0] };
  const filter = { ...since, lock_action: [...SEALING, ...UNSEALING] };
  return (
    <CountCard
      entity={HISTORY}
      query={{ by: 'create_time', split: 'lock_action', offset, filter }}
      title={title}
      note={translate('dashboard.lastDays', { smart_count: days.length })}
      list={addressOf(HISTORY, filter)}
      empty={translate('dashboard.noSeals')}
      height={292}
    >
      {(groups) => (
        <BarsByDay
          label={title}
          days={days}
          series={KINDS.map(({ key, actions, tone, striped }) => ({
            key,
            tone,
            striped,
            label: translate(`dashboard.${key}`),
            values: countsByDay(groups, days, actions),
          }))}
          addressOf={(key, day) =>
            addressOf(HISTORY, {
              create_time_from: day,
              create_time_to: endOfDay(day),
              lock_action: KINDS.find((kind) => kind.key === key)?.actions,
            })
          }
        />
      )}
    </CountCard>
  );
};
