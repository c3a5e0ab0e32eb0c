import type { ChoiceTable, Tone } from '../../../domain/choices';
import { useText } from '../../../fields/controls/useText';
import type { ListAddress } from '../../shell';
import { CountCard } from './CountCard';
import { choiceShares } from './choiceShares';
import { ShareList } from './ShareList';

/** px of a row of the list. */
const ROW = 45;

interface Props {
  readonly entity: string;
  /** The field that is counted by. */
  readonly by: string;
  readonly table: ChoiceTable;
  /** Of choices that have none of their own. */
  readonly tone?: Tone;
  /** Narrows what is counted, and the lists that the numbers open. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The most frequent first; otherwise as the table has them. */
  readonly ranked?: boolean;
  /** Choices with nothing are not shown. */
  readonly found?: boolean;
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly addressOf: ListAddress;
}

/** How many records there are of each choice; each number opens its list. */
export const ChoiceCard = (props: Props) => {
  const { entity, by, table, tone, filter, ranked, found, addressOf, ...card } = props;
  const text = useText();
  return (
    <CountCard
      {...card}
      entity={entity}
      query={{ by, filter }}
      list={addressOf(entity, filter)}
      height={table.length * ROW}
    >
      {(groups) => {
        const shares = choiceShares(table, groups)
          .filter(({ count }) => !found || count > 0)
          .sort((a, b) => (ranked ? b.count - a.count : 0))
          .map((share) => ({
            ...share,
            key: share.value,
            name: text(share.label),
            tone: share.tone === 'default' ? (tone ?? share.tone) : share.tone,
            to: addressOf(entity, { ...filter, [by]: [share.value] }),
          }));
        return <ShareList shares={shares} />;
      }}
    </CountCard>
  );
};
