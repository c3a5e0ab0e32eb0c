/** What the dictionaries that come with the demo are called, by their code. */
export const dictionaryLabels = {
  deviceCategory: ['Device category', '设备类别'],
} as const;
