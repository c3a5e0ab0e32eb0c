export type { ColourBy } from './line';
export { PlaybackMap } from './PlaybackMap';
export { Player, SPEEDS } from './player';
export { sketchOf } from './sketch';
export {
  MARK_SIGNS,
  type MarkKind,
  markColour,
  type ShownTrack,
  type TrackMark,
} from './TrackLayer';
