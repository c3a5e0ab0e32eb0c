export type { HttpOptions } from './context';
export { createHttpServer } from './createHttpServer';
export { mapServicesOf } from './maps';
