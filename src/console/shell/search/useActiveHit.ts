import { useState } from 'react';
import type { Hit } from './hits';

/** The hit that Enter chooses, and whether its way to the map is meant. */
export interface ActiveHit {
  readonly index: number;
  readonly onMap: boolean;
}

interface Moved {
  readonly key: string;
  readonly onMap: boolean;
}

/** Which hit is active: the first until somebody moves; then the same one, while others come and go around it. */
export const useActiveHit = (hits: readonly Hit[]) => {
  const [moved, setMoved] = useState<Moved | null>(null);
  const at = hits.findIndex(({ key }) => key === moved?.key);
  const active: ActiveHit = { index: Math.max(at, 0), onMap: at >= 0 && moved?.onMap === true };
  const activate = (index: number, onMap = false) => {
    const hit = hits[index];
    if (hit) setMoved({ key: hit.key, onMap });
  };
  const step = (by: 1 | -1) => activate((active.index + by + hits.length) % hits.length);
  return { active, activate, step, reset: () => setMoved(null) };
};
