import { vi } from 'vitest';

/** As much of a browser as Leaflet asks for while it loads; enough for its arithmetic, not for a map. */
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
