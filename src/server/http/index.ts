export type { HttpOptions } from './context';
export { createHttp } from './createHttp';
