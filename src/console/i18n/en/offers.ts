export const offers = {
  more: 'More actions',
  able: '%{able} of %{all}',
  unmet: '%{field} is “%{value}”. Possible when: %{allowed}',
  noneAble: 'Not possible with any of the chosen records. %{reason}',
  andMore: 'and %{smart_count} more |||| and %{smart_count} more',
};
