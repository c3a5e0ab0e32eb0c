/** Whether its options form a tree is asked of the field; the rest is the same. */
export { view } from './ref.view';
