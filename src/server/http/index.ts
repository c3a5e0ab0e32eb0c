export type { HttpOptions } from './context';
export { createHttp } from './createHttp';
export { mapServicesOf } from './maps';
