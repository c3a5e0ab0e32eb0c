export { TelemetryTab as Tab } from './TelemetryTab';
