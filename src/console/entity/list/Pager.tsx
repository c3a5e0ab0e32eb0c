import { MenuItem, TextField } from '@mui/material';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import { numberFormat } from '../../../domain/figures';
import { WaitingRows } from '../../app/heldRows';
import { isLive } from '../../data';
import { PagerBar } from '../../look/PagerBar';
import { useIsPhone } from '../../look/useIsPhone';
import { useScreen } from '../screen';
import { recordsOfRow } from './state/groups';
import { countLimit, pageSizeChoices, totalLabel } from './state/paging';
import { useEntityList, useListRows } from './state/useEntityList';

export const Pager = () => {
  const { entity } = useScreen();
  const { page, perPage, setPage, setPerPage, total = 0, meta } = useListContext();
  const { pageCount, treeNodes, groups, heldRows } = useEntityList();
  const rows = useListRows();
  const translate = useTranslate();
  const locale = useLocale();
  const isPhone = useIsPhone();
  const first = (page - 1) * perPage + 1;
  const count = rows.flatMap((record) =>
    recordsOfRow(entity, groups.get(record.id), record),
  ).length;
  const format = numberFormat(locale);
  return (
    <PagerBar
      range={translate(treeNodes ? 'entity.tree.shown' : 'entity.pager.range', {
        count: format.format(rows.filter(({ id }) => treeNodes?.get(id)?.isMatch).length),
        from: format.format(first),
        to: format.format(first + count - 1),
        total: totalLabel(total, countLimit(entity, meta), locale),
      })}
      isLive={isLive(entity)}
      note={!isPhone && <WaitingRows {...heldRows} sx={{ py: 0 }} />}
      page={page}
      count={treeNodes ? undefined : pageCount}
      onPage={setPage}
    >
      {!treeNodes && (
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
      )}
    </PagerBar>
  );
};
