export { UpdPasswordPage } from './UpdPasswordPage';
