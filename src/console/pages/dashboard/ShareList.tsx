import { Box, ButtonBase, Typography, useTheme } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Tone } from '../../../domain/choices';
import { ToneShape } from '../../../fields/controls/ToneShape';
import { Count } from './Count';

export interface Share {
  readonly key: string | number;
  readonly name: string;
  readonly count: number;
  readonly tone: Tone;
  /** The list behind the number, where there is one. */
  readonly to: string | undefined;
}

/** Numbers as words, figures and bars, a row each; the longest bar is the largest number. */
export const ShareList = ({ shares }: { readonly shares: readonly Share[] }) => {
  const most = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mx: -1, p: 0 }}>
      {shares.map((share) => (
        <li key={share.key}>
          <ShareRow share={share} part={share.count / most} />
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
        <ToneShape tone={tone} />
      </Box>
      <Typography component="span" variant="body1" noWrap>
        {name}
      </Typography>
      <Typography component="span" variant="body1" sx={{ fontWeight: 600 }}>
        <Count value={count} />
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
