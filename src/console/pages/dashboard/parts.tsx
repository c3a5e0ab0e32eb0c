import { Box, ButtonBase, Skeleton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ShortNumber } from './PanelCard';

interface Part {
  readonly key: string | number;
  readonly value: number;
  readonly color: string;
}

/** Bar of the shares of a whole. Decorative: the figures below it show the same numbers. */
export const Strip = ({ parts }: { readonly parts: readonly Part[] }) => (
  <Box
    aria-hidden
    sx={{
      display: 'flex',
      gap: '2px',
      height: 8,
      borderRadius: '2px',
      overflow: 'hidden',
      bgcolor: 'action.hover',
    }}
  >
    {parts
      .filter(({ value }) => value > 0)
      .map(({ key, value, color }) => (
        <Box
          key={key}
          sx={{ bgcolor: color, minWidth: 3, flexBasis: 0, transition: 'flex-grow 0.3s' }}
          style={{ flexGrow: value }}
        />
      ))}
  </Box>
);

/** Colour of a part of a strip, before its name. */
export const Key = ({ color }: { readonly color: string | undefined }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      flex: 'none',
      width: 8,
      height: 8,
      borderRadius: '2px',
      bgcolor: color,
      boxShadow: ({ palette }) => `inset 0 0 0 1px ${palette.edge}`,
    }}
  />
);

interface LinkBoxProps {
  /** URL of the counted or listed records; undefined if no menu shows them. */
  readonly to: string | undefined;
  readonly sx: object;
  readonly children: ReactNode;
}

/** Content that is a link if a menu shows its records. */
export const LinkBox = ({ to, sx, children }: LinkBoxProps) =>
  to ? (
    <ButtonBase component={Link} to={to} sx={{ ...sx, '&:hover': { bgcolor: 'action.hover' } }}>
      {children}
    </ButtonBase>
  ) : (
    <Box sx={sx}>{children}</Box>
  );

interface FigureProps extends Pick<LinkBoxProps, 'to'> {
  /** Null while loading. */
  readonly value: number | null;
  readonly label: string;
  readonly sign?: ReactNode;
  /** Colour of a number other than 0; ink by default. */
  readonly loud?: 'error' | 'warning' | undefined;
  readonly large?: boolean;
}

const figure = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'stretch',
  // Names of two lines leave the numbers on one.
  justifyContent: 'flex-start',
  minWidth: 0,
  mx: -1,
  px: 1,
  py: 0.5,
  borderRadius: 1,
  textAlign: 'left',
} as const;

const colourOf = (value: number | null, loud: FigureProps['loud']) => {
  if (value === 0) return 'text.disabled';
  return loud ? `${loud}.main` : 'text.primary';
};

export const Figure = ({ value, label, to, sign, loud, large = false }: FigureProps) => (
  <LinkBox to={to} sx={figure}>
    <Box component="span" sx={nameLook}>
      {sign && (
        <Box component="span" sx={firstLine}>
          {sign}
        </Box>
      )}
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {label}
      </Box>
    </Box>
    <Typography
      component="span"
      variant={large ? 'h1' : 'h3'}
      // Above the name, but read after it.
      sx={{ display: 'block', order: -1, color: colourOf(value, loud) }}
    >
      {value === null ? <Skeleton width="2ch" /> : <ShortNumber value={value} />}
    </Typography>
  </LinkBox>
);

/** A sign stands beside the first line of its name. */
const firstLine = {
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  height: '1lh',
} as const;

const nameLook = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.75,
  typography: 'caption',
  color: 'text.secondary',
} as const;

export const Figures = ({ columns, children }: { columns: 4 | 5; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      rowGap: 0.5,
      columnGap: { xs: 1, sm: 2 },
      gridTemplateColumns: {
        // Five do not fit on a phone.
        xs: `repeat(${columns > 4 ? 3 : columns}, minmax(0, 1fr))`,
        sm: `repeat(${columns}, minmax(0, 1fr))`,
      },
    }}
  >
    {children}
  </Box>
);
