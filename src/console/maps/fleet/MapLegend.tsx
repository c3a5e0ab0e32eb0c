import ExpandMore from '@mui/icons-material/ExpandMore';
import ResetIcon from '@mui/icons-material/FilterAltOff';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Collapse from '@mui/material/Collapse';
import Paper from '@mui/material/Paper';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { loadable } from '../../../fields/views/loadable';
import { ToolButton } from '../../look/ToolButton';
import type { LegendGroup } from './LegendSigns';

/** Loaded when the legend is opened. */
const LegendSigns = loadable(() => import('./LegendSigns'), 'LegendSigns');

interface MapLegendProps {
  /** Groups are combined with and. */
  groups: readonly LegendGroup[];
  /** Initial state. */
  open: boolean;
  /** Clears the filter; undefined without one. */
  onReset?: (() => void) | undefined;
}

/** Legend with the number of devices per sign, which filters the map. */
export const MapLegend = ({ groups, open: initiallyOpen, onReset }: MapLegendProps) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(initiallyOpen);
  const list = useId();
  const selectedChoices = groups.flatMap(({ choices }) =>
    choices.filter((choice) => choice.selected),
  );
  return (
    <Paper
      elevation={2}
      sx={{
        pointerEvents: 'auto',
        borderRadius: 2,
        overflow: 'hidden',
        typography: 'body2',
        width: open ? 300 : 'auto',
        display: 'flex',
        flexDirection: 'column',
        minHeight: 40,
      }}
    >
      <Box sx={{ flex: 'none', display: 'flex', alignItems: 'center' }}>
        <ButtonBase
          aria-expanded={open}
          aria-controls={list}
          onClick={() => setOpen(!open)}
          sx={{
            flex: 1,
            height: 40,
            px: 1.5,
            gap: 1,
            justifyContent: 'space-between',
            fontSize: 14,
            fontWeight: 600,
            // The sheet clips an outline outside of it.
            '&.Mui-focusVisible': { outlineOffset: -2 },
          }}
        >
          {selectedChoices.length > 0 && !open
            ? selectedChoices.map(({ label }) => label).join(', ')
            : translate('maps.legend.title')}
          <ExpandMore fontSize="small" sx={{ transform: open ? 'none' : 'rotate(180deg)' }} />
        </ButtonBase>
        {onReset && (
          <ToolButton
            label="maps.legend.reset"
            onClick={onReset}
            sx={{ mr: 0.5 }}
            icon={ResetIcon}
          />
        )}
      </Box>
      <Collapse in={open} id={list} unmountOnExit sx={{ overflowY: 'auto' }}>
        <LegendSigns groups={groups} />
      </Collapse>
    </Paper>
  );
};
