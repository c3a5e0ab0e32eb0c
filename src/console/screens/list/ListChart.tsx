import FoldIcon from '@mui/icons-material/ExpandLess';
import UnfoldIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Collapse } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { RowBars } from '../../charts';
import { useScreen } from '../parts/ScreenContext';
import { useListLook } from './columns/useListLook';
import type { List } from './useEntityList';

/** The rows in view as bars of the numbers that the declaration names, and a button that folds them away. */
export const ListChart = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const id = useId();
  const { look, changeLook } = useListLook(entity);
  const open = !look.chartFolded;
  return (
    <Box sx={{ flex: 'none', px: 2, pb: 1 }}>
      <Button
        size="small"
        color="inherit"
        startIcon={open ? <FoldIcon /> : <UnfoldIcon />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => changeLook({ chartFolded: open })}
      >
        {translate('screens.list.chart')}
      </Button>
      <Collapse in={open} id={id} unmountOnExit>
        <RowBars rows={list.data} entity={entity} />
      </Collapse>
    </Box>
  );
};
