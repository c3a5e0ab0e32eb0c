import { useCallback, useEffect, useRef } from 'react';
import { choiceLabel } from '../../../domain/label';
import { type LockStatus, lockStatus } from '../../../domain/lock';
import { useText } from '../../../fields/views/reader';
import { useMapColours } from '../LeafletMap';
import type { MapColours } from '../look';
import { GLYPH_RADIUS, paintState } from './glyphs';

const SIDE = 28;

interface PaintedProps {
  /** Draws a sign of about 22 px around the origin. */
  paint: (context: CanvasRenderingContext2D, colours: MapColours) => void;
}

/** Sign as the map draws it. Use it beside a label: it has no accessible name. */
export const CanvasIcon = ({ paint }: PaintedProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useMapColours();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current) return;
    const density = window.devicePixelRatio || 1;
    canvas.current.width = canvas.current.height = SIDE * density;
    context.scale(density, density);
    context.translate(SIDE / 2, SIDE / 2);
    const fit = SIDE / 2 / GLYPH_RADIUS;
    context.scale(fit, fit);
    paint(context, colours);
  }, [paint, colours]);
  return <canvas ref={canvas} aria-hidden style={{ width: SIDE, height: SIDE, flex: 'none' }} />;
};

export const StateIcon = ({ status }: { status: LockStatus }) => {
  const paint = useCallback<PaintedProps['paint']>(
    (context, colours) => paintState(context, status, colours),
    [status],
  );
  return <CanvasIcon paint={paint} />;
};

/** Returns a function for the name of a lock state in the reader's language. */
export const useStateName = () => {
  const text = useText();
  return (status: LockStatus): string => {
    const label = choiceLabel(lockStatus, status);
    return label ? text(label) : String(status);
  };
};
