import CloseIcon from '@mui/icons-material/Close';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button, Paper, Typography } from '@mui/material';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { useReaderLocale } from '../../../fields/views/reader';
import { useIsInUse } from '../../app/useIsInUse';
import { Menu, MenuItem, usePopup } from '../../look/menus';
import { ToolButton } from '../../look/ToolButton';
import { type FleetOrder, type FleetStore, ORDERS } from '../../maps';
import { FleetRow } from './FleetRow';
import { ROW_HEIGHT, useListedRows, useVisibleRange } from './fleetRows';
import { ListSkeleton } from './skeletons';
import { useWorstAlarms } from './worstAlarms';

interface Props {
  readonly store: FleetStore;
  readonly selected: string | null;
  readonly onChoose: (sn: string) => void;
  readonly onPoint: (sn: string | null) => void;
  readonly onClose: () => void;
}

const NO_ROWS = new Uint32Array(0);

export const FleetList = (props: Props) => {
  const { store, selected, onChoose, onPoint, onClose } = props;
  const translate = useTranslate();
  const locale = useReaderLocale();
  const [order, setOrder] = useStore<FleetOrder>('map.order', 'state');
  const { worst } = useWorstAlarms();
  const scroller = useRef<HTMLDivElement>(null);
  const listedRows = useListedRows(store, order, useIsInUse(scroller));
  const rows = listedRows ?? NO_ROWS;
  const id = useId();
  const { first, last, scrollTo } = useVisibleRange(scroller, rows.length);
  const { active, onKeyDown } = useActiveRow(rows, { ...props, scroller, scrollTo });

  const title = translate('pages.map.list.title');
  return (
    <Paper
      component="section"
      square
      aria-label={title}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2, pr: 0.5, minHeight: 52 }}>
        <Typography component="h2" variant="subtitle2" sx={{ flex: 1 }}>
          <span role="status">
            {listedRows
              ? translate('pages.map.matches.locks', {
                  smart_count: rows.length,
                  count: rows.length.toLocaleString(locale),
                })
              : title}
          </span>
        </Typography>
        <OrderMenu order={order} onChange={setOrder} />
        <ToolButton label={translate('pages.map.list.hide')} onClick={onClose} icon={CloseIcon} />
      </Box>
      <Box
        ref={scroller}
        role="listbox"
        aria-busy={!listedRows}
        tabIndex={0}
        aria-label={title}
        aria-activedescendant={active >= first && active < last ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
        onMouseLeave={() => onPoint(null)}
        onBlur={() => onPoint(null)}
        sx={{
          flex: 1,
          overflow: 'auto',
          borderTop: 1,
          borderColor: 'divider',
          // The container clips an outline outside of the row.
          '&:focus-visible': { outlineOffset: -2 },
        }}
      >
        {!listedRows && <ListSkeleton />}
        <div style={{ height: rows.length * ROW_HEIGHT, position: 'relative' }} role="presentation">
          {Array.from({ length: last - first }, (_, offset) => {
            const index = first + offset;
            const sn = store.fleet.snAt(rows[index] ?? 0);
            return (
              <FleetRow
                key={sn}
                id={`${id}-${index}`}
                sn={sn}
                store={store}
                alarm={worst.get(sn)}
                start={index * ROW_HEIGHT}
                place={index + 1}
                of={rows.length}
                selected={sn === selected}
                active={index === active}
                onChoose={onChoose}
                onPoint={onPoint}
              />
            );
          })}
        </div>
      </Box>
    </Paper>
  );
};

interface ActiveRowOptions extends Pick<Props, 'store' | 'selected' | 'onChoose' | 'onPoint'> {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scrollTo: (index: number) => void;
}

/** Returns the index of the row that the keyboard acts on, and the handler of the keys. */
const useActiveRow = (rows: Uint32Array, options: ActiveRowOptions) => {
  const { store, selected, onChoose, onPoint, scroller, scrollTo } = options;
  const [active, setActive] = useState(0);
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    scrollTo(next);
    onPoint(store.fleet.snAt(rows[next] ?? 0));
  };
  const page = () =>
    Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to: Partial<Record<string, () => number>> = {
      ArrowDown: () => active + 1,
      ArrowUp: () => active - 1,
      PageDown: () => active + page(),
      PageUp: () => active - page(),
      Home: () => 0,
      End: () => rows.length - 1,
    };
    const next = to[event.key];
    const row = rows[active];
    if (next) goTo(next());
    else if ((event.key === 'Enter' || event.key === ' ') && row !== undefined) {
      onChoose(store.fleet.snAt(row));
    } else return;
    event.preventDefault();
  };

  // Scroll to a device that is selected on the map.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice, not with every change of the order
  useEffect(() => {
    if (selected === null) return;
    const at = rows.indexOf(store.fleet.rowOf(selected) ?? -1);
    if (at === -1) return;
    setActive(at);
    scrollTo(at);
  }, [selected]);
  return { active, onKeyDown };
};

interface OrderProps {
  readonly order: FleetOrder;
  readonly onChange: (order: FleetOrder) => void;
}

const OrderMenu = ({ order, onChange }: OrderProps) => {
  const translate = useTranslate();
  const { button, popup, close } = usePopup();
  const label = translate('entity.sort.label');
  const nameOf = (each: FleetOrder) => translate(`pages.map.list.by.${each}`);
  return (
    <>
      <Button
        size="small"
        color="inherit"
        aria-label={`${label}: ${nameOf(order)}`}
        endIcon={<ExpandMore />}
        {...button}
        sx={{ fontWeight: 400, '& .MuiButton-endIcon': { ml: 0.25 } }}
      >
        {nameOf(order)}
      </Button>
      <Menu {...popup} slotProps={{ list: { 'aria-label': label, dense: true } }}>
        {ORDERS.map((each) => (
          <MenuItem
            key={each}
            role="menuitemradio"
            aria-checked={each === order}
            selected={each === order}
            onClick={() => {
              close();
              onChange(each);
            }}
          >
            {nameOf(each)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
