export { DEMO_PASSWORD, demoOrganisations } from './organisations';
export { startDemo } from './startDemo';
