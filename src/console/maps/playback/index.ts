export type { ColourBy } from './line';
export { PlaybackMap } from './PlaybackMap';
export { Player, SPEEDS } from './player';
export { simplify } from './sketch';
export {
  MARK_SIGNS,
  type MarkKind,
  markColour,
  type TrackMark,
  type TrackView,
} from './TrackLayer';
