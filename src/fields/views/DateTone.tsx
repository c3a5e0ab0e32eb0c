import type { ReactNode } from 'react';
import { warningOf } from '../../config';
import { loadable } from './loadable';
import type { CellProps } from './registry';

/** Loads formulas, which few lists need. */
const WarnedDate = loadable(() => import('./WarnedDate'), 'WarnedDate');

type Props = Pick<CellProps, 'field' | 'value' | 'record'> & { readonly children: ReactNode };

/** Date with the tone of its warning, if it has one. */
export const DateTone = (props: Props) =>
  warningOf(props.field) ? <WarnedDate {...props} loading={props.children} /> : props.children;
