import { Box, MenuItem, Pagination, TextField, Typography } from '@mui/material';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import { numberFormat } from '../../../domain/figures';
import { isLive } from '../../data';
import { useIsPhone } from '../../look/useIsPhone';
import { useScreen } from '../screen';
import { recordsOfRow } from './state/groups';
import { countLimit, pageSizeChoices, totalLabel } from './state/paging';
import { useEntityList, useListRows } from './state/useEntityList';

export const Pager = () => {
  const { entity } = useScreen();
  const { page, perPage, setPage, setPerPage, total = 0, meta } = useListContext();
  const { pageCount, treeNodes, groups } = useEntityList();
  const rows = useListRows();
  const translate = useTranslate();
  const locale = useLocale();
  const isPhone = useIsPhone();
  const first = (page - 1) * perPage + 1;
  const count = rows.flatMap((record) => recordsOfRow(entity, groups, record)).length;
  const format = numberFormat(locale);
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
      <Typography
        variant="body2"
        color="textSecondary"
        // A list that changes by itself would be read out all the time.
        role={isLive(entity) ? undefined : 'status'}
        sx={{ mr: { sm: 'auto' } }}
      >
        {translate(treeNodes ? 'entity.tree.shown' : 'entity.pager.range', {
          count: format.format(rows.filter(({ id }) => treeNodes?.get(id)?.isMatch).length),
          from: format.format(first),
          to: format.format(first + count - 1),
          total: totalLabel(total, countLimit(entity, meta), locale),
        })}
      </Typography>
      {!treeNodes && (
        <>
          <TextField
            select
            variant="standard"
            margin="none"
            fullWidth={false}
            sx={{ '& .MuiSelect-select': { py: 0.5 } }}
            value={perPage}
            onChange={(event) => setPerPage(Number(event.target.value))}
            slotProps={{
              input: { disableUnderline: true, sx: { fontSize: '0.8125rem', mt: 0 } },
              select: { 'aria-label': translate('entity.pager.size') },
            }}
          >
            {pageSizeChoices(isPhone).map((size) => (
              <MenuItem key={size} value={size}>
                {translate('entity.pager.perPage', { size })}
              </MenuItem>
            ))}
          </TextField>
          <Pagination
            page={page}
            count={pageCount}
            onChange={(_, to) => setPage(to)}
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
        </>
      )}
    </Box>
  );
};
