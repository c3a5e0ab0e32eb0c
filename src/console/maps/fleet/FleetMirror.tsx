import visuallyHidden from '@mui/utils/visuallyHidden';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { DRAW_EVENT, type FleetLayer } from './FleetLayer';
import type { FleetStore } from './fleetStore';
import { cellKey, type GridCell } from './grid';
import { useStateName } from './StateIcon';

const LIMIT = 50;
/** Delay before a drawing is mirrored, so that a screen reader does not announce every frame of a drag, ms. */
const SETTLE_MS = 150;

interface VisibleCell {
  readonly cell: GridCell;
  readonly x: number;
  readonly y: number;
}

/** Returns each visible cell once, although the map repeats the world. */
const uniqueCells = (layer: FleetLayer): VisibleCell[] => {
  const byKey = new Map<string, VisibleCell>();
  for (const { cell, pixel } of layer.visibleCells()) {
    const key = cellKey({ ...cell, copy: 0 });
    if (!byKey.has(key)) byKey.set(key, { cell, x: Math.round(pixel.x), y: Math.round(pixel.y) });
  }
  return [...byKey.values()];
};

const useVisibleCells = (layer: FleetLayer): VisibleCell[] => {
  const [cells, setCells] = useState<VisibleCell[]>([]);
  useEffect(() => {
    let timer = 0;
    const onDraw = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setCells(uniqueCells(layer)), SETTLE_MS);
    };
    layer.on(DRAW_EVENT, onDraw);
    onDraw();
    return () => {
      window.clearTimeout(timer);
      layer.off(DRAW_EVENT, onDraw);
    };
  }, [layer]);
  return cells;
};

/** Moves the focus by the arrow keys. The list is one tab stop, because it may have fifty devices. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  buttons.at((at + step) % buttons.length)?.focus();
};

interface FleetMirrorProps {
  layer: FleetLayer;
  store: FleetStore;
  onPick: (sn: string) => void;
}

/**
 * Mirrors the canvas as text and buttons, for keyboards, screen readers and tests. The focused item is highlighted on
 * the canvas, for sighted keyboard users.
 */
export const FleetMirror = ({ layer, store, onPick }: FleetMirrorProps) => {
  const translate = useTranslate();
  const nameOf = useStateName();
  const cells = useVisibleCells(layer);
  const devices = cells.reduce((sum, { cell }) => sum + cell.count, 0);
  const groups = cells.filter(({ cell }) => cell.count > 1).slice(0, LIMIT);
  const singles = cells.filter(({ cell }) => cell.count === 1).slice(0, LIMIT);

  const describe = ({ sn, device_name, status, alarms, communicate_status }: LiveDevice) =>
    [
      sn,
      device_name,
      nameOf(status),
      communicate_status === COMMUNICATE_STATUS.offline ? translate('maps.mirror.offline') : '',
      communicate_status === COMMUNICATE_STATUS.asleep ? translate('maps.mirror.asleep') : '',
      alarms > 0 ? translate('shell.alarms.open', { smart_count: alarms }) : '',
    ]
      .filter(Boolean)
      .join(', ');

  const buttonOf = ({ cell, x, y }: VisibleCell) => {
    const device = cell.count === 1 ? store.fleet.at(cell.row) : undefined;
    return {
      key: device?.sn ?? cellKey(cell),
      text: device
        ? describe(device)
        : translate('maps.mirror.group', { smart_count: cell.count, state: nameOf(cell.worst) }),
      props: {
        'data-sn': device?.sn,
        'data-group': device ? undefined : cell.count,
        'data-x': x,
        'data-y': y,
        onClick: () => (device ? onPick(device.sn) : layer.openGroup(cell)),
        onFocus: () => (device ? layer.point(device.sn) : layer.pointAt(cell)),
        onBlur: () => (device ? layer.point(null) : layer.pointAt(null)),
      },
    };
  };

  return (
    <section
      style={visuallyHidden}
      onKeyDown={moveFocus}
      aria-label={translate('maps.mirror.title')}
      data-devices={devices}
      data-cells={cells.length}
    >
      <p>{translate('maps.mirror.summary', { smart_count: devices, cells: cells.length })}</p>
      <ul>
        {[...singles, ...groups].map(buttonOf).map(({ key, text, props }, i) => (
          <li key={key}>
            <button type="button" tabIndex={i === 0 ? 0 : -1} {...props}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
