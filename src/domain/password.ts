/** Fewest characters a login form accepts; it asks no more, since an older password may not follow the rule for new ones. */
export const LOGIN_PASSWORD_MIN = 6;

/**
 * A new password: 6 to 16 letters and digits, at least one of each. Specification section 5. Nothing but ASCII
 * letters and digits, the narrowest reading, because a customer's server may refuse any other character.
 */
export const newPasswordPattern = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{6,16}$/;

/** The password typed on the lock itself: 8 digits, each 1 to 6. Specification section 5. */
export const unsealPasswordPattern = /^[1-6]{8}$/;
