import { vi } from 'vitest';

/** Loads Leaflet with the parts of a browser that it needs. Enough for its arithmetic, not for a map. */
export const leafletInNode = async () => {
  const element = () => ({ style: {}, firstChild: null, getContext: null });
  vi.stubGlobal('window', {
    devicePixelRatio: 1,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    setTimeout,
    clearTimeout,
    requestAnimationFrame: () => 0,
    cancelAnimationFrame: () => undefined,
  });
  vi.stubGlobal('document', { documentElement: element(), createElement: element });
  vi.stubGlobal('navigator', { userAgent: '', platform: '' });
  return (await import('leaflet')).default;
};
