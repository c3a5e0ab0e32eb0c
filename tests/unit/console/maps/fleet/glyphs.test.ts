import { expect, test } from 'vitest';
import { paintAlarm } from '../../../../../src/console/maps/fleet/glyphs';
import type { MapColours } from '../../../../../src/console/maps/look';

const colours = { alarms: { 1: 'red' }, label: 'grey', rim: 'white' } as unknown as MapColours;

test.each([
  ['red', false],
  ['grey', true],
])('the sign of a critical alarm is %s if it is taken: %s', (colour, isTaken) => {
  const fills: unknown[] = [];
  const context = {
    fillStyle: '',
    fill: () => fills.push(context.fillStyle),
    beginPath: () => undefined,
    lineTo: () => undefined,
    closePath: () => undefined,
    stroke: () => undefined,
  };
  paintAlarm(context as unknown as CanvasRenderingContext2D, colours, 1, isTaken);
  expect(fills).toEqual([colour]);
});
