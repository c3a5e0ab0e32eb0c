import { Box, Skeleton, Typography, useTheme } from '@mui/material';
import type { ChoiceTable } from '../../../domain/label';
import { useText } from '../../../fields/views/reader';
import type { ListAddress } from '../../app';
import { seriesColor } from '../../look/charts';
import { type ChoiceShare, choiceShares } from './figures';
import { CountCard, ShortNumber } from './PanelCard';
import { LinkBox } from './parts';

/** Height of a row, px. */
const ROW = 26;

/** Height of the placeholder, px: the usual choices with records take six rows. */
const PLACEHOLDER = 6 * ROW;

interface Props {
  readonly entity: string;
  readonly by: string;
  readonly table: ChoiceTable;
  /** Filter of the counts, and of the lists that they link to. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Sort by count, largest first; in the order of the table by default. */
  readonly ranked?: boolean;
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly addressOf: ListAddress;
}

/** Card with the number of records per choice; each number links to its list. Choices without records are left out. */
export const ChoiceCard = (props: Props) => {
  const { entity, by, table, filter, ranked, addressOf, ...card } = props;
  return (
    <CountCard
      {...card}
      entity={entity}
      query={{ by, filter }}
      list={addressOf(entity, filter)}
      skeleton={<Skeleton variant="rounded" height={PLACEHOLDER} />}
    >
      {(groups) => {
        const shares = choiceShares(table, groups)
          .filter(({ count }) => count > 0)
          .sort((a, b) => (ranked ? b.count - a.count : 0));
        const maxCount = Math.max(1, ...shares.map(({ count }) => count));
        return (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mx: -1, p: 0 }}>
            {shares.map((share) => (
              <li key={share.value}>
                <BarRow
                  share={share}
                  part={share.count / maxCount}
                  to={addressOf(entity, { ...filter, [by]: [share.value] })}
                />
              </li>
            ))}
          </Box>
        );
      }}
    </CountCard>
  );
};

const row = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.5fr) 4em',
  columnGap: 1.5,
  alignItems: 'center',
  width: '100%',
  minHeight: ROW,
  px: 1,
  borderRadius: 1,
  textAlign: 'left',
  typography: 'body2',
} as const;

const bar = { display: 'block', height: 8, borderRadius: '2px' } as const;

interface BarRowProps {
  readonly share: ChoiceShare;
  /** Share of the largest count. */
  readonly part: number;
  readonly to: string | undefined;
}

const BarRow = ({ share, part, to }: BarRowProps) => {
  const theme = useTheme();
  const name = useText()(share.label);
  return (
    <LinkBox to={to} sx={row}>
      <Typography component="span" variant="body2" noWrap title={name}>
        {name}
      </Typography>
      <Box
        component="span"
        sx={{ ...bar, bgcolor: seriesColor(theme, share, 0), minWidth: 3 }}
        style={{ width: `${part * 100}%` }}
      />
      <Box component="span" sx={{ textAlign: 'right' }}>
        <ShortNumber value={share.count} />
      </Box>
    </LinkBox>
  );
};
