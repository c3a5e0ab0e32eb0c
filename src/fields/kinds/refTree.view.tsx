/** The view of `ref` reads from the field if its options form a tree. */
export { view } from './ref.view';
