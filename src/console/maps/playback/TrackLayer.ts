import L from 'leaflet';
import type { Pair } from '../../../domain/geo/gcj02';
import type { LatLon } from '../../../domain/geo/geometry';
import type { Stop } from '../../../domain/track/stops';
import { FIX_QUALITY, type Track } from '../../../domain/track/track';
import { CanvasLayer, type CanvasView } from '../canvasLayer';
import { disc } from '../fleet/glyphs';
import { MAP_FONT, type MapColours } from '../look';
import type { Plane } from '../plane';
import {
  type ColourBy,
  colourOf,
  type PlaneLine,
  planeLineOf,
  SEGMENT_STYLE,
  segmentStyleOf,
  stylesOf,
  visitSegments,
} from './line';
import { type MarkKind, markColour, paintMark } from './marks';

type Context = CanvasRenderingContext2D;

export interface TrackMark extends LatLon {
  readonly kind: MarkKind;
  /** Epoch ms. */
  readonly at: number;
}

export interface TrackView {
  readonly track: Track;
  readonly stops: readonly Stop[];
  readonly marks: readonly TrackMark[];
  /** Draws stops, marks and inaccurate positions too, not only the line. */
  readonly focused: boolean;
}

interface Prepared extends TrackView {
  readonly styles: Uint16Array;
  readonly lineOn: { plane: Plane; line: PlaneLine } | undefined;
}

/** Assumed error of positions by base station or WiFi, metres; locks do not report it. */
const ROUGHLY = { station: 500, wifi: 50 } as const;
const EARTH = 40_075_017;

const WIDTH = { focused: 4, other: 2.5 } as const;

/**
 * Draws tracks as lines, with stops, marks and unreliable positions. Moving markers are separate, so that the playback
 * does not redraw this layer.
 */
export class TrackLayer extends CanvasLayer {
  private tracks: Prepared[] = [];
  private outlines: readonly Track[] = [];
  private by: ColourBy = 'speed';
  private colours: MapColours;

  constructor(colours: MapColours) {
    super('track', 450);
    this.colours = colours;
  }

  /** @param outlines tracks of the whole day, drawn as dotted lines below the others */
  show(
    { tracks, outlines }: { tracks: readonly TrackView[]; outlines: readonly Track[] },
    by: ColourBy,
    colours: MapColours,
  ): void {
    const preparedByTrack = new Map(this.tracks.map((each) => [each.track, each]));
    this.tracks = tracks.map((trackView) => {
      const before = preparedByTrack.get(trackView.track);
      const styles = before && this.by === by ? before.styles : stylesOf(trackView.track, by);
      return { ...trackView, styles, lineOn: before?.lineOn };
    });
    this.outlines = outlines;
    this.by = by;
    this.colours = colours;
    this.schedule();
  }

  protected override paint(context: Context, view: CanvasView): void {
    context.lineJoin = 'round';
    context.lineCap = 'round';
    this.tracks = this.tracks.map((prepared) =>
      prepared.lineOn?.plane === view.plane
        ? prepared
        : {
            ...prepared,
            lineOn: { plane: view.plane, line: planeLineOf(prepared.track, view.plane) },
          },
    );
    for (const outline of this.outlines) this.paintOutline(context, view, outline);
    const inOrder = this.tracks.toSorted((a, b) => Number(a.focused) - Number(b.focused));
    for (const prepared of inOrder) this.paintLine(context, view, prepared);
    for (const prepared of inOrder) {
      if (!prepared.focused) continue;
      this.paintRough(context, view, prepared.track);
      this.paintEnds(context, view, prepared.track);
      this.paintStops(context, view, prepared.stops);
      this.paintMarks(context, view, prepared.marks);
    }
  }

  private paintOutline(context: Context, view: CanvasView, track: Track): void {
    const line = planeLineOf(track, view.plane);
    const path = new Path2D();
    const shift = shiftOf(view, line.x[0] ?? 0);
    visitSegments(line, new Uint16Array(line.x.length), view, shift, (_, x1, y1, x2, y2) => {
      path.moveTo(x1, y1);
      path.lineTo(x2, y2);
    });
    context.globalAlpha = 0.5;
    context.strokeStyle = this.colours.label;
    context.lineWidth = 3;
    context.setLineDash([1, 6]);
    context.stroke(path);
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  private paintLine(context: Context, view: CanvasView, prepared: Prepared): void {
    if (!prepared.lineOn) return;
    const { line } = prepared.lineOn;
    const paths = new Map<number, Path2D>();
    const under = new Path2D();
    const last = { style: -1, x: Number.NaN, y: Number.NaN };
    visitSegments(
      line,
      prepared.styles,
      view,
      shiftOf(view, line.x[0] ?? 0),
      (style, x1, y1, x2, y2) => {
        let path = paths.get(style);
        if (!path) {
          path = new Path2D();
          paths.set(style, path);
        }
        // Keep a continuous path, so that its dashes continue.
        const goesOn = style === last.style && x1 === last.x && y1 === last.y;
        if (!goesOn) path.moveTo(x1, y1);
        path.lineTo(x2, y2);
        if (segmentStyleOf(style) !== SEGMENT_STYLE.silent) {
          if (!goesOn) under.moveTo(x1, y1);
          under.lineTo(x2, y2);
        }
        last.style = style;
        last.x = x2;
        last.y = y2;
      },
    );
    const width = prepared.focused ? WIDTH.focused : WIDTH.other;
    context.globalAlpha = prepared.focused ? 1 : 0.75;
    context.setLineDash([]);
    context.strokeStyle = this.colours.rim;
    context.lineWidth = width + 3;
    context.stroke(under);
    for (const [style, path] of paths) {
      const piece = segmentStyleOf(style);
      const silent = piece === SEGMENT_STYLE.silent;
      context.strokeStyle = silent
        ? this.colours.states[255]
        : colourOf(style, this.by, this.colours);
      context.lineWidth = silent ? 2 : width;
      context.lineCap = piece === SEGMENT_STYLE.seen ? 'round' : 'butt';
      context.setLineDash(silent ? [3, 7] : piece === SEGMENT_STYLE.stored ? [7, 5] : []);
      context.stroke(path);
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** Marks unreliable positions: a cross for an invalid one, a circle for one by base station or WiFi. */
  private paintRough(context: Context, view: CanvasView, track: Track): void {
    const { size, fix, lat, lon } = track;
    const seen = new Set<string>();
    context.strokeStyle = this.colours.label;
    context.fillStyle = this.colours.label;
    context.lineWidth = 1.5;
    for (let i = 0; i < size; i++) {
      const kind = fix[i];
      if (kind === FIX_QUALITY.valid || Number.isNaN(lat[i] as number)) continue;
      const [x, y] = pixelOf(view, lat[i] as number, lon[i] as number);
      // Draw one sign for thousands in one place.
      const key = `${kind} ${Math.round(x / 3)} ${Math.round(y / 3)}`;
      if (seen.has(key) || !isIn(view, x, y, 400)) continue;
      seen.add(key);
      if (kind === FIX_QUALITY.station || kind === FIX_QUALITY.wifi) {
        const metres = kind === FIX_QUALITY.station ? ROUGHLY.station : ROUGHLY.wifi;
        const radius = Math.max(6, metres * pixelsPerMetre(view, lat[i] as number));
        disc(context, radius, x, y);
        context.globalAlpha = 0.12;
        context.fill();
        context.globalAlpha = 0.9;
        context.setLineDash(kind === FIX_QUALITY.station ? [] : [4, 3]);
        context.stroke();
        context.setLineDash([]);
      } else {
        context.globalAlpha = 0.9;
        context.beginPath();
        context.moveTo(x - 4, y - 4);
        context.lineTo(x + 4, y + 4);
        context.moveTo(x + 4, y - 4);
        context.lineTo(x - 4, y + 4);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  /** Draws a hollow ring at the start, a square at the end. */
  private paintEnds(context: Context, view: CanvasView, track: Track): void {
    const { line, lat, lon } = track;
    const [first, last] = [line[0], line.at(-1)];
    if (first === undefined || last === undefined) return;
    const at = (record: number) => pixelOf(view, lat[record] as number, lon[record] as number);
    context.strokeStyle = this.colours.selection;
    context.fillStyle = this.colours.paper;
    context.lineWidth = 2.5;
    const [x1, y1] = at(first);
    disc(context, 6, x1, y1);
    context.fill();
    context.stroke();
    const [x2, y2] = at(last);
    context.beginPath();
    context.rect(x2 - 5.5, y2 - 5.5, 11, 11);
    context.fill();
    context.stroke();
  }

  private paintStops(context: Context, view: CanvasView, stops: readonly Stop[]): void {
    stops.forEach((stop, i) => {
      const [x, y] = pixelOf(view, stop.lat, stop.lon);
      if (!isIn(view, x, y, 12)) return;
      disc(context, 9, x, y);
      context.fillStyle = this.colours.label;
      context.fill();
      context.strokeStyle = this.colours.rim;
      context.lineWidth = 1.5;
      context.stroke();
      context.fillStyle = this.colours.glyph;
      context.font = `700 11px ${MAP_FONT}`;
      context.textAlign = 'center';
      context.textBaseline = 'middle';
      context.fillText(String(i + 1), x, y + 0.5);
    });
  }

  private paintMarks(context: Context, view: CanvasView, marks: readonly TrackMark[]): void {
    for (const { lat, lon, kind } of marks) {
      const [x, y] = pixelOf(view, lat, lon);
      if (!isIn(view, x, y, 30)) continue;
      const top = y - 18;
      context.strokeStyle = markColour(this.colours, kind);
      context.lineWidth = 2;
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x, top + 8);
      context.stroke();
      context.save();
      context.translate(x, top);
      paintMark(context, this.colours, kind);
      context.restore();
    }
  }
}

/** Returns the offset of the visible copy of the world from the first one, in plane units. */
const shiftOf = ({ plane, scale, left, width }: CanvasView, x: number): number => {
  const centre = (left + width / 2) / scale;
  return Math.round((centre - x) / plane.worldWidth) * plane.worldWidth;
};

const scratch: Pair = [0, 0];

/** Converts a place to px of the canvas, in the visible copy of the world. */
const pixelOf = (view: CanvasView, lat: number, lon: number): [number, number] => {
  const [x, y] = view.plane.toPlane(lon, lat, scratch);
  return [(x + shiftOf(view, x)) * view.scale - view.left, y * view.scale - view.top];
};

const isIn = ({ width, height }: CanvasView, x: number, y: number, edge: number): boolean =>
  x > -edge && y > -edge && x < width + edge && y < height + edge;

const pixelsPerMetre = ({ plane, scale }: CanvasView, lat: number): number =>
  (plane.worldWidth * scale) / EARTH / Math.cos((lat * Math.PI) / 180);

/** Marker of a lock at the playback time, turned to its heading, in the lock's colour. */
export class TrackHead extends L.Marker {
  private readonly arrow: HTMLElement;
  private readonly body: HTMLElement;

  constructor(label: string, showsLabel: boolean) {
    const arrow = L.DomUtil.create('div');
    const body = L.DomUtil.create('div');
    arrow.append(body);
    const icon = L.DomUtil.create('div');
    icon.append(arrow);
    if (showsLabel) {
      const name = L.DomUtil.create('div', '', icon);
      name.textContent = label;
      name.style.cssText = `position:absolute;left:32px;top:4px;white-space:nowrap;font:600 12px ${MAP_FONT};padding:1px 5px;border-radius:4px;background:var(--paper);color:var(--ink)`;
    }
    super([0, 0], {
      icon: L.divIcon({ html: icon, className: 'track-head', iconSize: [28, 28] }),
      interactive: false,
      keyboard: false,
      zIndexOffset: 1000,
    });
    this.arrow = arrow;
    this.body = body;
    arrow.style.cssText =
      'width:28px;height:28px;filter:drop-shadow(0 1px 2px rgba(0,0,0,.5));will-change:transform';
    body.style.cssText =
      'width:28px;height:28px;clip-path:polygon(50% 0,92% 96%,50% 76%,8% 96%);background:currentColor';
  }

  /** @param course degrees from north; NaN keeps the last one */
  moveTo(place: L.LatLng, course: number, colour: string): void {
    this.setLatLng(place);
    if (!Number.isNaN(course)) this.arrow.style.transform = `rotate(${course.toFixed(1)}deg)`;
    if (this.body.style.background !== colour) this.body.style.background = colour;
  }

  setColours({ paper, selection }: MapColours): void {
    const style = this.getElement()?.style;
    style?.setProperty('--paper', paper);
    style?.setProperty('--ink', selection);
  }
}
