/** Percent below which a lock's battery is low: the charge left lasts for about a week of reports. */
export const LOW_BATTERY = 15;

/** Text messages about one lock in a day, at the most. Specification section 9. */
export const MOST_SMS_PER_DAY = 50;
