import { Box, Button, Card, CardContent, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';

interface SectionProps {
  readonly title: string;
  readonly note?: string;
  readonly list?: string;
  readonly children: ReactNode;
}

export const Section = ({ title, note, list, children }: SectionProps) => {
  const translate = useTranslate();
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading} sx={{ minWidth: 0 }}>
      <CardContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.25 }}>
          <Typography id={heading} variant="h5" component="h2">
            {title}
          </Typography>
          {note && (
            <Typography variant="body2" color="textSecondary">
              {note}
            </Typography>
          )}
          {list && (
            <Button component={Link} to={list} size="small" sx={{ ml: 'auto', mr: -1 }}>
              {translate('operations.desk.all')}
            </Button>
          )}
        </Box>
        {children}
      </CardContent>
    </Card>
  );
};
