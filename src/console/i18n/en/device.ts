export const device = {
  place: {
    none: 'This lock has not reported a position yet.',
    taken: 'Position taken',
    map: 'Show on the map',
    records: 'Position records',
    label: 'Where %{sn} is',
  },
  telemetry: {
    period: 'Period',
    day: '24 hours',
    week: '7 days',
    month: '30 days',
    empty: 'No report in this time.',
    reports: '%{smart_count} report |||| %{smart_count} reports',
    thinned: '%{shown} of %{total} reports, spread over the whole time',
    thinnedMany: '%{shown} of more than %{total} reports, spread over the whole time',
    retry: 'Try again',
  },
};
