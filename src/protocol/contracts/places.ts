import { Type } from 'typebox';
import { CALL } from '../calls';
import { type AnswerOf, contract, says } from './contract';
import { orNull, Texts } from './schemas';

/** Maximum positions per call, and maximum places of an answer. */
const MAX_POSITIONS = 100;
export const MAX_PLACES = 5;

const Position = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});

/** Describes positions in the caller's language, for moving locks on screen, whose positions are in no record. */
export const placeWords = contract(CALL.PLACE_WORDS, ['Place names', '位置描述'], {
  request: Type.Object({
    places: Type.Array(Position, { maxItems: MAX_POSITIONS, ...says('places') }),
  }),
  answer: Type.Object({
    words: Texts(),
    countries: Type.Array(Type.String(), {
      description: 'ISO 3166-1 code of the country of each position, that of the nearest town',
    }),
  }),
});

/** Limits for drawing fences. The caller may lack the permission to read the system parameters. */
export const placeLimits = contract(CALL.PLACE_LIMITS, ['Geofence limits', '围栏限制'], {
  request: Type.Object({}),
  answer: Type.Object({ fence_max_points: Type.Integer() }),
});

export const placeFind = contract(CALL.PLACE_FIND, ['Find a place', '查找地点'], {
  request: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 64, pattern: '\\S', ...says('words') }),
  }),
  answer: Type.Object({
    places: Type.Array(
      Type.Object({
        name: Type.String({ description: "In the caller's language" }),
        other: Type.String({ description: 'In the other; empty for the same' }),
        lat: Type.Number(),
        lon: Type.Number(),
      }),
      { maxItems: MAX_PLACES },
    ),
  }),
});

export const mapSession = contract(CALL.MAP_SESSION, ['Session of map tiles', '地图瓦片会话'], {
  request: Type.Object({}),
  answer: Type.Object({
    session: orNull<string>('string', { description: 'Null if there is none' }),
    problem: orNull<string>('string', {
      description: 'What the provider refused, for operators who may change its key',
    }),
  }),
});

export type PlaceResult = AnswerOf<typeof placeFind>['places'][number];
export type MapSession = AnswerOf<typeof mapSession>;
