import { disc, padlock } from '../fleet/glyphs';
import type { MapColours } from '../look';

export type MarkKind = 'locked' | 'unlocked' | 'swiped' | 'alarm';

type Context = CanvasRenderingContext2D;

export const markColour = (colours: MapColours, kind: MarkKind): string => {
  const { states, alarms } = colours;
  return { locked: states[2], unlocked: states[1], swiped: states[0], alarm: alarms[1] }[kind];
};

const card = (context: Context) => {
  context.lineWidth = 1.6;
  context.beginPath();
  context.roundRect(-5, -3.75, 10, 7.5, 1.4);
  context.moveTo(-5, -1);
  context.lineTo(5, -1);
  context.stroke();
};

const exclamation = (context: Context) => {
  context.lineWidth = 2.2;
  context.lineCap = 'round';
  context.beginPath();
  context.moveTo(0, -4.2);
  context.lineTo(0, 0.8);
  context.moveTo(0, 4.4);
  context.lineTo(0, 4.41);
  context.stroke();
};

/** Draws the sign of an event around the origin, 12 px wide, in one colour. */
const paintSign = (context: Context, kind: MarkKind, colour: string): void => {
  context.strokeStyle = colour;
  if (kind === 'swiped') card(context);
  else if (kind === 'alarm') exclamation(context);
  else {
    context.translate(kind === 'unlocked' ? -1 : 0, -0.3);
    padlock(context, colour, kind === 'unlocked');
  }
};

/** Draws the badge of an event around the origin, 20 px wide. */
export const paintMark = (context: Context, colours: MapColours, kind: MarkKind): void => {
  context.save();
  context.fillStyle = markColour(colours, kind);
  context.strokeStyle = colours.rim;
  context.lineWidth = 1.5;
  disc(context, 10);
  context.fill();
  context.stroke();
  paintSign(context, kind, colours.glyph);
  context.restore();
};
