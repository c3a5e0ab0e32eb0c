import { Box, MenuItem, Pagination, TextField, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'ra-core';
import { useIsPhone } from '../../look/useIsPhone';
import { useScreen } from '../screen';
import { pageSizeChoices, totalText } from './paging';
import type { List } from './useEntityList';

/** How many rows there are, how many are on a page, and the pages. */
export const Pager = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useLocale();
  const isPhone = useIsPhone();
  const first = (list.page - 1) * list.perPage + 1;
  const format = new Intl.NumberFormat(locale);
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
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mr: { sm: 'auto' } }}>
        {translate('screens.pager.range', {
          from: format.format(first),
          to: format.format(first + list.data.length - 1),
          total: totalText(list.total, entity.record !== undefined, locale),
        })}
      </Typography>
      <TextField
        select
        variant="standard"
        margin="none"
        fullWidth={false}
        sx={{ '& .MuiSelect-select': { py: 0.5 } }}
        value={list.perPage}
        onChange={(event) => list.setPerPage(Number(event.target.value))}
        slotProps={{
          input: { disableUnderline: true, sx: { fontSize: '0.8125rem', mt: 0 } },
          select: { 'aria-label': translate('screens.pager.size') },
        }}
      >
        {pageSizeChoices(isPhone).map((size) => (
          <MenuItem key={size} value={size}>
            {translate('screens.pager.perPage', { size })}
          </MenuItem>
        ))}
      </TextField>
      <Pagination
        page={list.page}
        count={list.pages}
        onChange={(_, page) => list.setPage(page)}
        size="small"
        shape="rounded"
        siblingCount={isPhone ? 0 : 1}
        aria-label={translate('screens.pager.label')}
        getItemAriaLabel={(type, page) =>
          type === 'page'
            ? translate('screens.pager.page', { page })
            : translate(`screens.pager.${type}`)
        }
      />
    </Box>
  );
};
