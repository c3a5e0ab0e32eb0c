/** Phones an alarm is sent to at the most. Specification section 9. */
export const ALARM_PHONES = 3;

/** A mainland mobile number: 11 digits, the first 1, the second 3 to 9. */
export const mobilePattern = /^1[3-9]\d{9}$/;

/** The numbers of a text that separates them by English commas; none for an empty text. Blanks around are not part. */
export const phonesOf = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((phone) => phone.trim());

/** Whether a text holds at most `max` mainland mobile numbers, or nothing. Specification section 5. */
export const arePhones = (text: string, max = ALARM_PHONES): boolean => {
  const phones = phonesOf(text);
  return phones.length <= max && phones.every((phone) => mobilePattern.test(phone));
};
