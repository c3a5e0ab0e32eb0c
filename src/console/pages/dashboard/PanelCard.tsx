import { Box, Button, Card, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';

interface Props {
  readonly title: string;
  /** Of which time it speaks. */
  readonly note?: string;
  /** The list behind it, where there is one. */
  readonly list: string | undefined;
  readonly children: ReactNode;
}

/** A part of the dashboard under its title. */
export const PanelCard = ({ title, note, list, children }: Props) => {
  const translate = useTranslate();
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.25, px: 2.5, pt: 1.75, pb: 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
          <Typography variant="h5" component="h2" id={titleId}>
            {title}
          </Typography>
          {note && (
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {note}
            </Typography>
          )}
        </Box>
        {list && (
          <Button
            component={Link}
            to={list}
            size="small"
            aria-label={`${translate('dashboard.showAll')}: ${title}`}
            sx={{ ml: 'auto', mr: -1, flex: 'none' }}
          >
            {translate('dashboard.showAll')}
          </Button>
        )}
      </Box>
      {children}
    </Card>
  );
};
