import { lazy } from 'react';

/** Charts are a third of a megabyte of code: pages without one never load it. */
export const Bars = lazy(() => import('./drawing/Bars').then((m) => ({ default: m.Bars })));
export const Line = lazy(() => import('./drawing/Line').then((m) => ({ default: m.Line })));
