/** A card as a lock reported it, found among those of the lock's tenant. */
export interface SwipedCard {
  readonly name: string | null;
  readonly enabled: boolean;
  /** Where it opens locks; all null for everywhere. Metres. */
  readonly lat: number | null;
  readonly lon: number | null;
  readonly radius: number | null;
  /** The rules that let it open this lock somewhere, itself or by its group. */
  readonly rules: readonly number[];
}
