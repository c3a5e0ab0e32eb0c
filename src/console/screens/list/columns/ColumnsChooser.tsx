import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../../fields/controls/useText';
import { fieldOf } from '../../parts/fieldsOf';
import { hidden } from '../../parts/hidden';
import { useScreen } from '../../parts/ScreenContext';
import type { List } from '../useEntityList';
import { ColumnLine } from './ColumnLine';
import { offeredColumns, placedAt, toggled } from './columns';
import { DensityChoice } from './DensityChoice';
import { DEFAULT_LOOK } from './listLook';
import { useListLook } from './useListLook';
import { usePlacing } from './usePlacing';

/** Chooses which columns a list shows, in which order, and how close its rows stand; it is remembered. */
export const ColumnsChooser = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { look, changeLook } = useListLook(entity);
  const { columns: shown, chooseColumns } = list;
  const placing = usePlacing(shown, (name, place) => chooseColumns(placedAt(shown, name, place)));
  const reset = () => {
    changeLook(DEFAULT_LOOK);
    chooseColumns(null);
  };
  const { placed } = placing;
  const placedField = placed === undefined ? undefined : fieldOf(entity, placed);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: '70vh' }}>
      <Box
        component="ul"
        ref={placing.list}
        sx={{ listStyle: 'none', m: 0, p: 0, py: 1, overflow: 'auto' }}
      >
        {offeredColumns(entity, shown).map((name) => {
          const field = fieldOf(entity, name);
          const at = shown.indexOf(name);
          return (
            field && (
              <ColumnLine
                key={name}
                name={name}
                label={text(field.label)}
                shown={at >= 0}
                onToggle={() => chooseColumns(toggled(entity, shown, name))}
                dragged={placing.dragged === name}
                {...placing.handle(name)}
              />
            )
          );
        })}
      </Box>
      <Box role="status" sx={hidden}>
        {placed !== undefined &&
          placedField &&
          translate('screens.columns.placed', {
            field: text(placedField.label),
            place: shown.indexOf(placed) + 1,
            count: shown.length,
          })}
      </Box>
      <Box
        sx={{
          p: 1,
          gap: 1,
          display: 'flex',
          alignItems: 'center',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <DensityChoice value={look.density} onChange={(density) => changeLook({ density })} />
        <Button size="small" color="inherit" onClick={reset} sx={{ ml: 'auto' }}>
          {translate('screens.columns.reset')}
        </Button>
      </Box>
    </Box>
  );
};
