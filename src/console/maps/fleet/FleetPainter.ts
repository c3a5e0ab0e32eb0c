import type { LiveDevice } from '../../../domain/live';
import { LabelRoom } from '../labelRoom';
import { radiusOf } from './cells';
import type { FleetStore } from './fleetStore';
import type { Cell } from './grid';
import type { Sprites } from './sprites';
import { headingOf, isStale } from './staleness';

/** More labels than this are a grey cloud. */
const LABEL_LIMIT = 150;

/** Puts the fleet's marks on a canvas, for one drawing. */
export class FleetPainter {
  private readonly now = Date.now();

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly sprites: Sprites,
    private readonly store: FleetStore,
  ) {}

  /** Groups, the largest on top, and over them single devices. */
  cells(cells: readonly Cell[]): void {
    const groups = cells.filter(({ count }) => count > 1).sort((a, b) => a.count - b.count);
    for (const cell of groups) this.sprites.drawGroup(this.context, cell);
    for (const cell of cells) {
      const device = cell.count === 1 ? this.store.at(cell.row) : undefined;
      if (device) this.device(device, cell.x, cell.y);
    }
  }

  /** SNs beside single devices, where there is room; not for `without`, which bring their own. */
  labels(cells: readonly Cell[], without: readonly (string | null)[]): void {
    const singles = cells.filter((cell) => cell.count === 1);
    if (singles.length > LABEL_LIMIT) return;
    const room = new LabelRoom();
    for (const { x, y, count } of cells) {
      const reach = radiusOf(count);
      room.take({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
    }
    for (const { x, y, row, alarms } of singles) {
      const sn = this.store.at(row)?.sn;
      if (sn === undefined || without.includes(sn)) continue;
      const left = x + (alarms > 0 ? 21 : 15);
      const right = left + this.sprites.labelWidth(this.context, sn);
      if (room.tryTake({ left, top: y - 7, right, bottom: y + 7 })) {
        this.sprites.drawLabel(this.context, sn, left, y);
      }
    }
  }

  /** A device by itself, in a halo, with its SN. */
  marked(device: LiveDevice, x: number, y: number, strong: boolean): void {
    const radius = device.alarms > 0 ? 21 : 16;
    this.device(device, x, y);
    this.sprites.drawHalo(this.context, x, y, radius, strong);
    this.sprites.drawLabel(this.context, device.sn, x + radius + 5, y);
  }

  /** A halo around a group. */
  pointedGroup({ x, y, count }: Cell): void {
    this.sprites.drawHalo(this.context, x, y, radiusOf(count) + 9, true);
  }

  private device(device: LiveDevice, x: number, y: number): void {
    this.sprites.drawDevice(this.context, x, y, {
      status: device.status,
      alarm: device.alarms > 0,
      stale: isStale(device, this.now),
      heading: headingOf(device, this.now),
    });
  }
}
