export { AccessDeniedPage } from './AccessDeniedPage';
export { NotConfiguredPage } from './NotConfiguredPage';
export { NotFoundPage } from './NotFoundPage';
