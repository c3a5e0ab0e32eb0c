export type { ColourBy } from './line';
export { type MarkKind, markColour, paintMark } from './marks';
export { PlaybackMap } from './PlaybackMap';
export { Player, SPEEDS } from './player';
export { simplify } from './sketch';
export type { TrackMark, TrackView } from './TrackLayer';
