import { HOUR } from '../../../domain/duration';
import { MOVING_FROM } from '../../../domain/live';
import { COMMUNICATE_STATUS, LOCK, type LockStatus } from '../../../domain/lock';
import { LabelCollisions, textWidth } from '../layout';
import { MAP_FONT, type MapColours } from '../look';
import {
  BY_SEVERITY,
  type FleetStore,
  isRankOfTaken,
  type MarkSeverity,
  NO_ALARM,
  STATES,
  severityOfMark,
  severityOfRank,
  slotOf,
  slotOfMark,
} from './fleetStore';
import { disc, GLYPH_RADIUS, paintAlarm, paintAlarmed, paintHeading, paintState } from './glyphs';
import { type GridCell, groupRadius, RING_WIDTH } from './grid';

/** Number of single devices above which labels are hidden, because they would be illegible. */
const LABEL_LIMIT = 150;

/** Draws the fleet's marks on a canvas, for one frame. */
export class FleetPainter {
  private readonly now = Date.now();

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly sprites: Sprites,
    private readonly store: FleetStore,
  ) {}

  /** Draws the groups, the largest on top, and single devices over them. */
  cells(cells: readonly GridCell[]): void {
    const groups = cells.filter(({ count }) => count > 1).sort((a, b) => a.count - b.count);
    for (const cell of groups) this.sprites.drawGroup(this.context, cell);
    for (const cell of cells) {
      if (cell.count === 1) this.device(cell.row, cell.x, cell.y);
    }
  }

  /** Draws SNs beside single devices where there is room, except for `without`, which have their own. */
  labels(cells: readonly GridCell[], without: readonly (string | null)[]): void {
    const singles = cells.filter((cell) => cell.count === 1);
    if (singles.length > LABEL_LIMIT) return;
    const collisions = new LabelCollisions();
    for (const { x, y, count } of cells) {
      const reach = groupRadius(count);
      collisions.add({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
    }
    for (const { x, y, row, alarmRank } of singles) {
      const sn = this.store.fleet.snAt(row);
      if (without.includes(sn)) continue;
      const left = x + (alarmRank === NO_ALARM ? 15 : 21);
      const right = left + textWidth(this.context, LABEL_FONT, sn);
      if (collisions.tryAdd({ left, top: y - 7, right, bottom: y + 7 })) {
        this.sprites.drawLabel(this.context, sn, left, y);
      }
    }
  }

  /** Draws a device on its own, with a halo and its SN. */
  marked(row: number, x: number, y: number, strong: boolean): void {
    const radius = severityOfMark(this.store.marks[row] as number) === NO_ALARM ? 16 : 21;
    this.device(row, x, y);
    this.sprites.drawHalo(this.context, x, y, radius, strong);
    this.sprites.drawLabel(this.context, this.store.fleet.snAt(row), x + radius + 5, y);
  }

  pointedGroup({ x, y, count }: GridCell): void {
    this.sprites.drawHalo(this.context, x, y, groupRadius(count) + 9, true);
  }

  private device(row: number, x: number, y: number): void {
    const { communicate_status, position_time, speed, course } = this.store.fleet.numbers;
    const mark = this.store.marks[row] as number;
    const stale = isStale(
      communicate_status[row] as number,
      position_time[row] as number,
      this.now,
    );
    this.sprites.drawDevice(this.context, x, y, {
      status: STATES[slotOfMark(mark)] ?? LOCK.initial,
      severity: severityOfMark(mark),
      isTaken: this.store.isTaken(row),
      stale,
      heading: stale ? null : headingOf(speed[row] as number, course[row] as number),
    });
  }
}

/** Age at which a position counts as old, ms. */
const STALE_AFTER_MS = 6 * HOUR;

/**
 * True if a device's state on the map may be outdated: it is offline, or its position is old. A NaN time counts as not
 * old.
 */
export const isStale = (communicate_status: number, position_time: number, now: number): boolean =>
  communicate_status === COMMUNICATE_STATUS.offline || now - position_time > STALE_AFTER_MS;

/** Returns the heading of a moving device, degrees from north; null if it is stationary or the course is NaN. */
export const headingOf = (speed: number, course: number): number | null =>
  speed >= MOVING_FROM && !Number.isNaN(course) ? course : null;

type Context = CanvasRenderingContext2D;

const LABEL_FONT = `600 11.5px ${MAP_FONT}`;

const TURN = Math.PI * 2;
const FADED = 0.5;

const ALARM_REACH = 23;
const SIGN_REACH = 10;

interface Sprite {
  readonly image: HTMLCanvasElement;
  /** In CSS pixels. */
  readonly side: number;
}

const copy = (context: Context, { image, side }: Sprite, x: number, y: number): void =>
  context.drawImage(image, x - side / 2, y - side / 2, side, side);

/** Caches signs as images: shadows and curves cost a hundred times a copy. */
export class Sprites {
  private readonly cache = new Map<string, Sprite>();

  constructor(
    readonly colours: MapColours,
    readonly density: number,
  ) {}

  drawDevice(
    context: Context,
    x: number,
    y: number,
    state: {
      status: LockStatus;
      severity: MarkSeverity;
      isTaken: boolean;
      stale: boolean;
      heading: number | null;
    },
  ): void {
    const { status, severity, isTaken, stale, heading } = state;
    if (heading !== null) {
      context.save();
      context.translate(x, y);
      paintHeading(
        context,
        this.colours,
        this.colours.states[status],
        heading,
        severity === NO_ALARM ? 12 : 18,
      );
      context.restore();
    }
    // The alarm of an offline device stays an alarm: only the sign fades.
    if (severity !== NO_ALARM) {
      const alarm = this.get(`alarmed|${severity}|${isTaken}`, ALARM_REACH, (target) =>
        paintAlarmed(target, this.colours, severity, isTaken),
      );
      copy(context, alarm, x, y);
    }
    const sign = this.get(`${status}`, GLYPH_RADIUS, (target) =>
      paintState(target, status, this.colours),
    );
    if (stale) context.globalAlpha = FADED;
    copy(context, sign, x, y);
    context.globalAlpha = 1;
  }

  /** Draws a group: its count in a ring with the shares of its members' states. */
  drawGroup(context: Context, cell: GridCell): void {
    const radius = groupRadius(cell.count);
    const disc = this.get(`disc|${radius}`, radius + 10, (target) =>
      this.paintDisc(target, radius),
    );
    if (cell.online === 0) context.globalAlpha = FADED;
    copy(context, disc, cell.x, cell.y);
    this.drawShares(context, cell, radius);
    context.fillStyle = this.colours.selection;
    context.font = `600 12px ${MAP_FONT}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(shortCount(cell.count), cell.x, cell.y + 0.5);
    context.globalAlpha = 1;
    const severity = severityOfRank(cell.alarmRank);
    if (severity !== NO_ALARM) {
      const away = radius * 0.78 + 2;
      const isTaken = isRankOfTaken(cell.alarmRank);
      const sign = this.get(`alarm|${severity}|${isTaken}`, SIGN_REACH, (target) =>
        paintAlarm(target, this.colours, severity, isTaken),
      );
      copy(context, sign, cell.x + away, cell.y - away);
    }
  }

  /** Draws a ring around a selected or highlighted mark. */
  drawHalo(context: Context, x: number, y: number, radius: number, strong: boolean): void {
    disc(context, radius, x, y);
    context.lineWidth = strong ? 5 : 4;
    context.strokeStyle = this.colours.rim;
    context.stroke();
    context.lineWidth = strong ? 2.5 : 1.5;
    context.strokeStyle = this.colours.selection;
    context.stroke();
  }

  /** Draws text to the right of a mark, readable on any map. */
  drawLabel(context: Context, text: string, x: number, y: number): void {
    context.font = LABEL_FONT;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.lineWidth = 3.5;
    context.lineJoin = 'round';
    context.strokeStyle = this.colours.labelHalo;
    context.strokeText(text, x, y);
    context.fillStyle = this.colours.selection;
    context.fillText(text, x, y);
  }

  private paintDisc(context: Context, radius: number): void {
    const { colours } = this;
    context.save();
    context.shadowColor = colours.shadow;
    context.shadowBlur = 4;
    context.shadowOffsetY = 1;
    context.fillStyle = colours.rim;
    disc(context, radius + RING_WIDTH + 1.5);
    context.fill();
    context.restore();
    context.fillStyle = colours.paper;
    disc(context, radius);
    context.fill();
  }

  private drawShares(context: Context, cell: GridCell, radius: number): void {
    context.lineWidth = RING_WIDTH;
    let from = -TURN / 4;
    for (const status of BY_SEVERITY) {
      const share = cell.shares[slotOf(status)] ?? 0;
      if (share === 0) continue;
      const to = from + (TURN * share) / cell.count;
      context.strokeStyle = this.colours.states[status];
      context.beginPath();
      context.arc(cell.x, cell.y, radius + RING_WIDTH / 2, from, to);
      context.stroke();
      from = to;
    }
  }

  private get(key: string, reach: number, paint: (context: Context) => void): Sprite {
    const cachedSprite = this.cache.get(key);
    if (cachedSprite) return cachedSprite;
    const image = document.createElement('canvas');
    image.width = image.height = Math.ceil(reach * 2 * this.density);
    const side = image.width / this.density;
    const context = image.getContext('2d');
    if (context) {
      context.scale(this.density, this.density);
      context.translate(side / 2, side / 2);
      paint(context);
    }
    const sprite = { image, side };
    this.cache.set(key, sprite);
    return sprite;
  }
}

/** Formats a count: 999, 1.2k, 12k, 1.2M. */
export const shortCount = (count: number): string => {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1e6).toFixed(1)}M`;
};
