import type { ResolvedProvider } from '../providers';

/** Streets where there are some; the embedded map has coasts and towns only, and is empty from nearer. */
export const closeZoom = ({ tiles }: Pick<ResolvedProvider, 'tiles'>): number => (tiles ? 13 : 6);
