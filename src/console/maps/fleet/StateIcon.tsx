import { useEffect, useRef } from 'react';
import { useLocaleState } from 'react-admin';
import { choiceLabel, localeOf, textOf } from '../../../domain/label';
import { type LockStatus, lockStatus } from '../../../domain/lock';
import { useLook } from '../LeafletMap';
import type { MapLook } from '../look';
import { GLYPH_REACH, paintAlarmDot, paintState } from './glyphs';

const SIDE = 28;

interface PaintedProps {
  /** Draws around the origin, a sign of about 22 pixels. */
  paint: (context: CanvasRenderingContext2D, look: MapLook) => void;
}

/** A sign as the map draws it, for use beside its name: it has none of its own. */
export const Painted = ({ paint }: PaintedProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !canvas.current) return;
    const density = window.devicePixelRatio || 1;
    canvas.current.width = canvas.current.height = SIDE * density;
    context.scale(density, density);
    context.translate(SIDE / 2, SIDE / 2);
    const fit = SIDE / 2 / GLYPH_REACH;
    context.scale(fit, fit);
    paint(context, look);
  }, [paint, look]);
  return <canvas ref={canvas} aria-hidden style={{ width: SIDE, height: SIDE, flex: 'none' }} />;
};

const paintByStatus: { readonly [status in LockStatus]: PaintedProps['paint'] } = {
  0: (context, look) => paintState(context, 0, look),
  1: (context, look) => paintState(context, 1, look),
  2: (context, look) => paintState(context, 2, look),
  3: (context, look) => paintState(context, 3, look),
  255: (context, look) => paintState(context, 255, look),
};

/** The sign of a lock state. */
export const StateIcon = ({ status }: { status: LockStatus }) => (
  <Painted paint={paintByStatus[status]} />
);

const paintAlarm: PaintedProps['paint'] = (context, look) => {
  context.scale(1.3, 1.3);
  paintAlarmDot(context, look, 0, 0);
};

/** The sign of unprocessed alarms. */
export const AlarmIcon = () => <Painted paint={paintAlarm} />;

/** The name of a lock state in the user's language. */
export const useStateName = () => {
  const [locale] = useLocaleState();
  return (status: LockStatus): string => {
    const label = choiceLabel(lockStatus, status);
    return label ? textOf(label, localeOf(locale)) : String(status);
  };
};
