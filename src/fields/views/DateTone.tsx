import { warningOf } from '../../config';
import { loadable } from './loadable';
import type { WarnedProps } from './WarnedDate';

/** Few lists need formulas. */
const WarnedDate = loadable(() => import('./WarnedDate'), 'WarnedDate');

/** Date with the tone of its warning, if it has one. */
export const DateTone = (props: WarnedProps) =>
  warningOf(props.field) ? <WarnedDate {...props} loading={props.children} /> : props.children;
