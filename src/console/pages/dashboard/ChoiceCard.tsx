import { Box, ButtonBase, Typography, useTheme } from '@mui/material';
import { Link } from 'react-router-dom';
import type { ChoiceTable, Tone } from '../../../domain/label';
import { useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import type { ListAddress } from '../../app';
import { choiceShares } from './figures';
import { CountCard, ShortNumber } from './PanelCard';

/** Height of a list row, px. */
const ROW = 45;

interface Props {
  readonly entity: string;
  /** Field that groups the counts. */
  readonly by: string;
  readonly table: ChoiceTable;
  /** Tone of choices without their own. */
  readonly tone?: Tone;
  /** Filter of the counts, and of the lists that they link to. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Sort by count, largest first; in the order of the table by default. */
  readonly ranked?: boolean;
  /** Hides choices without records. */
  readonly hidesEmpty?: boolean;
  readonly title: string;
  readonly note: string;
  readonly empty: string;
  readonly addressOf: ListAddress;
}

/** Card with the number of records per choice; each number links to its list. */
export const ChoiceCard = (props: Props) => {
  const { entity, by, table, tone, filter, ranked, hidesEmpty, addressOf, ...card } = props;
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
          .filter(({ count }) => !hidesEmpty || count > 0)
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

interface Share {
  readonly key: string | number;
  readonly name: string;
  readonly count: number;
  readonly tone: Tone;
  /** Link to the counted records, if a menu shows them. */
  readonly to: string | undefined;
}

/** List of labels, counts and bars, relative to the largest count. */
const ShareList = ({ shares }: { readonly shares: readonly Share[] }) => {
  const maxCount = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mx: -1, p: 0 }}>
      {shares.map((share) => (
        <li key={share.key}>
          <ShareRow share={share} part={share.count / maxCount} />
        </li>
      ))}
    </Box>
  );
};

const row = {
  display: 'grid',
  gridTemplateColumns: '10px minmax(0, 1fr) auto',
  columnGap: 1.25,
  rowGap: 0.5,
  alignItems: 'center',
  width: '100%',
  px: 1,
  py: 0.75,
  borderRadius: 1,
  textAlign: 'left',
} as const;

const ShareRow = ({ share, part }: { readonly share: Share; readonly part: number }) => {
  const { palette } = useTheme();
  const { name, count, tone, to } = share;
  const color = tone === 'default' ? palette.text.secondary : palette[tone].main;
  const content = (
    <>
      <Box component="span" sx={{ color, lineHeight: 0 }}>
        <StateSign tone={tone} />
      </Box>
      <Typography component="span" variant="body1" noWrap>
        {name}
      </Typography>
      <Typography component="span" variant="body1" sx={{ fontWeight: 600 }}>
        <ShortNumber value={count} />
      </Typography>
      <Box
        component="span"
        sx={{ gridColumn: '2 / -1', height: 6, borderRadius: 3, bgcolor: 'action.hover' }}
      >
        <Box
          component="span"
          sx={{
            display: 'block',
            height: '100%',
            borderRadius: 3,
            bgcolor: color,
            width: `${part * 100}%`,
            minWidth: count > 0 ? 6 : 0,
          }}
        />
      </Box>
    </>
  );
  return to ? (
    <ButtonBase component={Link} to={to} sx={{ ...row, '&:hover': { bgcolor: 'action.hover' } }}>
      {content}
    </ButtonBase>
  ) : (
    <Box sx={row}>{content}</Box>
  );
};
