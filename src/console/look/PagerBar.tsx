import { Box, Pagination, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { useIsPhone } from './useIsPhone';

interface Props {
  /** Rows in view: `1–20 of 1,234`. */
  readonly range: string;
  /** True if the list changes by itself. Its range would be read out all the time. */
  readonly isLive?: boolean;
  readonly page: number;
  /** Number of pages; undefined for a list without pages. */
  readonly count: number | undefined;
  readonly onPage: (page: number) => void;
  /** Content after the range. */
  readonly note?: ReactNode;
  /** Controls before the pages. */
  readonly children?: ReactNode;
}

/** Bar below a list with its pages. */
export const PagerBar = ({ range, isLive, page, count, onPage, note, children }: Props) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: { xs: 'center', sm: 'flex-end' },
        columnGap: 2,
        rowGap: 1,
        px: 2,
        py: 1,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Typography variant="body2" color="textSecondary" role={isLive ? undefined : 'status'}>
        {range}
      </Typography>
      <Box sx={{ mr: { sm: 'auto' } }}>{note}</Box>
      {children}
      {count !== undefined && (
        <Pagination
          page={page}
          count={count}
          onChange={(_, to) => onPage(to)}
          size="small"
          shape="rounded"
          siblingCount={isPhone ? 0 : 1}
          aria-label={translate('entity.pager.label')}
          getItemAriaLabel={(type, at) =>
            type === 'page'
              ? translate('ra.navigation.current_page', { page: at })
              : translate(`entity.pager.${type}`)
          }
        />
      )}
    </Box>
  );
};
