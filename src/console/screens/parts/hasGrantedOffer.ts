import type { Command } from '../../../config';

/** Whether one of some commands or actions is offered at a place and granted. */
export const hasGrantedOffer = (
  declared: Readonly<Record<string, Pick<Command, 'on'>>>,
  place: 'row' | 'bulk',
  granted: (code: string) => boolean,
): boolean =>
  Object.entries(declared).some(
    ([code, { on }]) => (on === 'both' || on === place) && granted(code),
  );
