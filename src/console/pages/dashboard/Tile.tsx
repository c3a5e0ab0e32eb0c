import { Box, Card, CardActionArea, Skeleton, type SvgIconProps, Typography } from '@mui/material';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import type { Tone } from '../../../domain/choices';
import { Count } from './Count';

interface Props {
  readonly label: string;
  /** null while it is not known. */
  readonly value: number | null;
  readonly icon: ComponentType<SvgIconProps>;
  /** The colour of what is not 0. */
  readonly tone: Tone;
  /** The list behind it; without one there is nothing to open. */
  readonly to: string | undefined;
}

/** One number, which opens the list behind it. */
export const Tile = ({ label, value, icon: Icon, tone, to }: Props) => {
  const color = tone === 'default' || !value ? 'text.secondary' : `${tone}.main`;
  const content = (
    <Box sx={{ p: 2, height: '100%', display: 'flex', flexDirection: 'column' }}>
      <Typography variant="body2" component="h2" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', mt: 'auto', pt: 0.5 }}>
        <Typography variant="h1" component="p" sx={{ flex: 1 }}>
          {value === null ? <Skeleton width="3ch" /> : <Count value={value} />}
        </Typography>
        <Icon sx={{ color, fontSize: 26 }} />
      </Box>
    </Box>
  );
  return (
    <Card>
      {to ? (
        <CardActionArea component={Link} to={to} sx={{ height: '100%' }}>
          {content}
        </CardActionArea>
      ) : (
        content
      )}
    </Card>
  );
};
