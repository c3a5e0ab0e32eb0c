import type { AlarmSeverity } from '../../../domain/alarm';
import { LOCK, type LockStatus } from '../../../domain/lock';
import type { MapColours } from '../look';

type Context = CanvasRenderingContext2D;
type Paint = (context: Context, colours: MapColours, colour: string) => void;

const TURN = Math.PI * 2;

export const disc = (context: Context, radius: number, x = 0, y = 0) => {
  context.beginPath();
  context.arc(x, y, radius, 0, TURN);
};

const diamond = (context: Context) => {
  context.beginPath();
  context.moveTo(0, -11);
  context.lineTo(11, 0);
  context.lineTo(0, 11);
  context.lineTo(-11, 0);
  context.closePath();
};

/** Draws a padlock of 10 by 11 px around the origin; the shackle of an open one is swung up to the right. */
export const padlock = (context: Context, colour: string, open: boolean): void => {
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.beginPath();
  context.roundRect(-4.75, -0.75, 9.5, 6.75, 1.6);
  context.fill();
  context.lineWidth = 1.9;
  context.lineCap = 'butt';
  context.beginPath();
  if (open) {
    context.moveTo(1.2, -0.75);
    context.lineTo(1.2, -3.2);
    context.arc(4, -3.2, 2.8, Math.PI, TURN);
    context.lineTo(6.8, -2.2);
  } else {
    context.moveTo(-2.8, -0.5);
    context.lineTo(-2.8, -2.9);
    context.arc(0, -2.9, 2.8, Math.PI, TURN);
    context.lineTo(2.8, -0.5);
  }
  context.stroke();
};

const sealed: Paint = (context, colours, colour) => {
  context.fillStyle = colour;
  disc(context, 11);
  context.fill();
  padlock(context, colours.glyph, false);
};

/** Closed but not sealed: the padlock on a light disc with a ring. */
const closed: Paint = (context, colours, colour) => {
  context.fillStyle = colours.paper;
  disc(context, 10);
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 2.6;
  disc(context, 9.7);
  context.stroke();
  context.scale(0.82, 0.82);
  padlock(context, colour, false);
};

const open: Paint = (context, colours, colour) => {
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(-10.5, -10.5, 21, 21, 5.5);
  context.fill();
  context.translate(-1.2, 0.6);
  padlock(context, colours.glyph, true);
};

const abnormal: Paint = (context, colours, colour) => {
  context.fillStyle = colour;
  context.strokeStyle = colour;
  context.lineJoin = 'round';
  context.lineWidth = 3;
  diamond(context);
  context.fill();
  context.stroke();
  context.strokeStyle = colours.glyph;
  context.lineCap = 'round';
  context.lineWidth = 2.6;
  context.beginPath();
  context.moveTo(0, -5);
  context.lineTo(0, 1);
  context.moveTo(0, 5.4);
  context.lineTo(0, 5.41);
  context.stroke();
};

const initial: Paint = (context, colours, colour) => {
  context.fillStyle = colours.paper;
  disc(context, 10);
  context.fill();
  context.strokeStyle = colour;
  context.lineWidth = 2.4;
  context.setLineDash([4.2, 3.2]);
  disc(context, 9.7);
  context.stroke();
  context.setLineDash([]);
  context.fillStyle = colour;
  disc(context, 2.6);
  context.fill();
};

const painters: { readonly [status in LockStatus]: Paint } = {
  [LOCK.closed]: closed,
  [LOCK.open]: open,
  [LOCK.sealed]: sealed,
  [LOCK.abnormal]: abnormal,
  [LOCK.initial]: initial,
};

/** Draws the outer edge of a state's sign, 2 px wider than the sign. */
const rim = (context: Context, status: LockStatus) => {
  context.beginPath();
  if (status === LOCK.abnormal) diamond(context);
  else if (status === LOCK.open) context.roundRect(-12, -12, 24, 24, 7);
  else context.arc(0, 0, 12.5, 0, TURN);
};

/** Half the side of the square around a sign, px. */
export const GLYPH_RADIUS = 17;

/** Draws the sign of a lock state around the origin, about 22 px wide. */
export const paintState = (context: Context, status: LockStatus, colours: MapColours): void => {
  context.save();
  context.shadowColor = colours.shadow;
  context.shadowBlur = 3;
  context.shadowOffsetY = 1;
  context.fillStyle = colours.rim;
  context.strokeStyle = colours.rim;
  context.lineJoin = 'round';
  rim(context, status);
  context.fill();
  if (status === LOCK.abnormal) {
    context.lineWidth = 6;
    context.stroke();
  }
  context.restore();
  context.save();
  painters[status](context, colours, colours.states[status]);
  context.restore();
};

/**
 * Draws the sign of a device's worst unprocessed alarm beside the sign of its state, and a ring around that as long as no
 * operator has taken the alarm.
 */
export const paintAlarmed = (
  context: Context,
  colours: MapColours,
  severity: AlarmSeverity,
  isTaken: boolean,
): void => {
  context.save();
  if (!isTaken) {
    context.lineWidth = 5.5;
    context.strokeStyle = colours.rim;
    disc(context, 16.5);
    context.stroke();
    context.lineWidth = 2.75;
    context.strokeStyle = colours.alarms[severity];
    context.stroke();
  }
  context.translate(12.5, -12.5);
  paintAlarm(context, colours, severity, isTaken);
  context.restore();
};

/** Corners of alarms' signs, and the turn of the first from the top. */
const alarmOutlines: { readonly [severity in AlarmSeverity]: readonly [number, number] } = {
  1: [4, 0],
  2: [3, 0],
  3: [4, TURN / 8],
};

/** Draws the sign of an alarm around the origin, about 14 px wide: a diamond, a triangle or a square; grey if taken. */
export const paintAlarm = (
  context: Context,
  colours: MapColours,
  severity: AlarmSeverity,
  isTaken: boolean,
): void => {
  const [corners, turn] = alarmOutlines[severity];
  context.beginPath();
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (TURN * corner) / corners;
    context.lineTo(7 * Math.sin(angle), -7 * Math.cos(angle));
  }
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = colours.rim;
  context.stroke();
  context.fillStyle = isTaken ? colours.label : colours.alarms[severity];
  context.fill();
};

/** Draws a wedge outside of a sign of the given radius, pointing to `heading`, degrees from north. */
export const paintHeading = (
  context: Context,
  colours: MapColours,
  colour: string,
  heading: number,
  radius: number,
): void => {
  context.save();
  context.rotate((heading / 180) * Math.PI);
  context.beginPath();
  context.moveTo(0, -radius - 10);
  context.lineTo(7.5, -radius + 1);
  context.lineTo(-7.5, -radius + 1);
  context.closePath();
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = colours.rim;
  context.stroke();
  context.fillStyle = colour;
  context.fill();
  context.restore();
};
