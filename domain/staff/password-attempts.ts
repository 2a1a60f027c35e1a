/** Consecutive failed password sign-ins after which the user is warned by mail. */
export const WARN_AFTER_FAILURES = 10

/**
 * Consecutive failed password sign-ins until the password is disabled and must be reset (NIST 800-63B-4: at most
 * 100). The first five are free, as typing errors. Each of the others costs the proof of work due at that count, so
 * disabling another user's password takes more than 700 challenges of the lowest price.
 */
export const DISABLE_AFTER_FAILURES = 100

/** Fewer failures expire after this many days per failure without another one: three failures after three days. */
export const DAYS_PER_FAILURE = 1
