export const charts = {
  asTable: 'Show as table',
  table: '%{name}, as a table',
  loading: 'Loading',
  nothing: 'Nothing to show',
  allZero: 'Nothing to draw yet: every value is 0.',
  noValue: 'no value',
  join: ', ',
  day: 'Day',
  time: 'Time',
  rows: '%{name}: the rows in view',
};
